import { expect, test } from 'vitest';
import { approveSell } from '#contract/payouts/admin-sells';
import { SECOND_MS } from '#domain/base/time';
import type { ViewFault } from '#localnet/faults';
import { sellNow, sellersIn } from '#test/sells/sellers';
import { leave, payoutOf } from '#test/sells/treasury';
import { World } from '#test/world';
import { IMPATIENT } from '#test/world/node';
import { SOUND, chainOfPools } from './provider-pools.ts';

const LAG: ViewFault = { kind: 'lag', slots: 60 };

const world = World.forTests();

test('a balance already spent is not spent again, whatever a lagging provider still reports', async () => {
  // Keeps account states for lagging nodes.
  world.net.faults.inject(LAG, { methods: ['none'] });
  const sellers = await sellersIn(world, 2);
  const owner = await world.owner();
  const sells = await Promise.all(sellers.map((seller) => seller.asked('0.01', 'USDC')));
  const held = (payoutOf(sells[0]!) * 3n) / 2n;
  await leave(world, 'USDC', held);
  // Both providers report that balance.
  await world.pass(60 * SECOND_MS);
  const chain = await chainOfPools(world, [[() => [LAG]], [SOUND]]);
  const node = await world.restart({ chain, paymentWait: IMPATIENT });
  const approve = (i: number) =>
    owner(approveSell, { params: { id: sells[i]!.id }, body: { notes: 'y' } }, node);
  expect((await approve(0)).status).toBe(200);
  // Not longer than needed, because the provider must still lag.
  const ended = async () => {
    await world.settleAfter(SECOND_MS, [node]);
    return (await sellNow(sellers[0]!, sells[0]!.id)).payout?.status;
  };
  await expect.poll(ended, { interval: 1, timeout: 60_000 }).toBe('finalized');
  expect(await chain.balances('finalized')).toMatchObject({ kind: 'fact', value: { usdc: held } });
  expect(await approve(1)).toMatchObject({ status: 409, body: { code: 'TREASURY_SHORT' } });
  expect(await sellNow(sellers[1]!, sells[1]!.id)).toMatchObject({
    status: 'pending',
    payout: null,
  });
});
