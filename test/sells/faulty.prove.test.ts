import { describe, expect, test } from 'vitest';
import { rejectSell } from '#contract/payouts/admin-sells';
import { count, tries } from '#test/prove/effort';
import { World } from '#test/world';
import { FaultyPayouts, seeded } from './faulty-payouts.ts';
import { sellNow } from './sellers.ts';
import { SellScenario } from './sell-scenario.ts';
import { payoutOf } from './treasury.ts';

const SEEDS = tries(20, 500);
/** As many as fit into a seller's window. */
const SEEDS_PER_WORLD = 10;

describe('payouts under random faults of wallets, providers and servers are made once or not at all, and never stuck', () => {
  test.each(Array.from({ length: SEEDS / SEEDS_PER_WORLD }, (_, i) => i * SEEDS_PER_WORLD))(
    'seeds from %s',
    { timeout: 600_000 },
    async (first) => {
      const world = await World.open();
      const shop = await SellScenario.open(world, () => Promise.resolve());
      const faulty = await FaultyPayouts.open(shop);
      for (let seed = first; seed < first + SEEDS_PER_WORLD; seed += 1) {
        const one = await faulty.run(seeded(seed));
        const { id } = one.sell;
        const { status, payout } = await sellNow(shop.user, id);
        const paid = status === 'approved' ? payoutOf(one.sell) : 0n;
        expect((await one.balances.paid())[0], `seed ${seed}: ${status}`).toBe(paid);
        if (status === 'approved') expect(payout?.status, `seed ${seed}`).toBe('finalized');
        if (status === 'pending') {
          const rejected = await shop.owner(rejectSell, { params: { id }, body: {} });
          expect(rejected.status, `seed ${seed}: stuck`).toBe(200);
        }
        await faulty.replay();
        expect((await one.balances.paid())[0], `seed ${seed}, replayed`).toBe(paid);
        count(
          paid > 0n ? 'payouts under faults: paid once' : 'payouts under faults: taken back',
          1,
        );
      }
      world.alerts.splice(0);
      await world.close();
    },
  );
});
