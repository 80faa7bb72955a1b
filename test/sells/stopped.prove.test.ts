import { beforeAll, expect, test } from 'vitest';
import { rejectSell } from '#contract/payouts/admin-sells';
import { SECOND_MS } from '#domain/base/time';
import { followPayouts } from '#server/payouts/follow-payouts';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import type { Node } from '#test/world/node';
import { sendWire } from '#test/world/wallet';
import { otherPrice, signAltered, signBuilt } from './owner-wallet.ts';
import { FINAL_MS } from './sellers.ts';
import { SellScenario } from './sell-scenario.ts';
import { StoppableServer, stopAtEveryStep } from './stoppable-server.ts';
import { payoutOf } from './treasury.ts';

const TIMEOUT = { timeout: 300_000 };
/** Longer than a signed payout is resent. */
const EXPIRED_MS = 130 * SECOND_MS;

onOneDatabase('server that stops at every step', (fresh) => {
  const world = World.forTests({ fresh });
  let shop: SellScenario;
  let frail: Node;
  const stopping = new StoppableServer();
  beforeAll(async () => {
    const { database, chain } = world.node.parts;
    const parts = { database: stopping.database(database), chain: stopping.chain(chain) };
    frail = await world.restart({ ...parts, alert: () => {} });
    shop = await SellScenario.open(world, () => followPayouts(world.node.parts).run());
  });

  const followFrail = (): Promise<void> => followPayouts(frail.parts).run();

  test(
    'of an approval without a retry pays a stored payout, and otherwise leaves the request open',
    TIMEOUT,
    async () => {
      const paid: boolean[] = [];
      await stopAtEveryStep(stopping, {
        prepare: () => shop.ask(),
        operate: (one) => shop.approve(one, frail),
        recover: async (one) => {
          await shop.settle();
          const { id } = one.sell;
          const { status } = (await shop.user.sells()).find((sell) => sell.id === id)!;
          paid.push(status === 'approved');
          if (status === 'approved') return shop.expectPaid(one);
          expect(status).toBe('pending');
          expect(await one.balances.paid()).toEqual([0n, 0n]);
          expect((await shop.owner(rejectSell, { params: { id }, body: {} })).status).toBe(200);
        },
      });
      expect(paid).toEqual([...paid].sort((a, b) => Number(a) - Number(b)));
      expect(new Set(paid)).toEqual(new Set([false, true]));
    },
  );

  test('of the job that replaces a payout that never landed pays once', TIMEOUT, async () => {
    const steps = await stopAtEveryStep(stopping, {
      prepare: async () => {
        const take = world.net.faults.inject({ kind: 'drop' });
        const one = await shop.approved(await shop.ask());
        take();
        // The payout expired, its nonce was advanced, and the advance is final.
        await world.pass(EXPIRED_MS);
        await shop.follow();
        await world.pass(FINAL_MS);
        return one;
      },
      operate: followFrail,
      recover: async (one) => {
        await shop.settle();
        await shop.expectPaid(one);
      },
    });
    expect(steps).toContain('chain.buildTransfer');
    await world.expectSound();
  });

  test('of the refund of a deposit pays its sender once', TIMEOUT, async () => {
    const strays = await shop.strays(25);
    await stopAtEveryStep(stopping, {
      prepare: async () => strays.pop()!,
      operate: (one) => shop.refund(one, frail),
      recover: (one) => shop.expectRefunded(one),
    });
    await world.expectSound();
  });
});

onOneDatabase('server without a key that stops at every step', (fresh) => {
  const world = World.forTests({ fresh, parts: { treasuryKey: null } });
  let shop: SellScenario;
  let frail: Node;
  const stopping = new StoppableServer();
  beforeAll(async () => {
    const { database, chain } = world.node.parts;
    const parts = { database: stopping.database(database), chain: stopping.chain(chain) };
    frail = await world.restart({ ...parts, alert: () => {} });
    shop = await SellScenario.open(world, () => followPayouts(world.node.parts).run());
  });

  test(
    'of the job that finds a payout which the wallet sent itself in other bytes pays once',
    TIMEOUT,
    async () => {
      await stopAtEveryStep(stopping, {
        prepare: async () => {
          const { built, ...one } = await shop.handedOut();
          await sendWire(world.net, await signAltered(shop.wallet, built, otherPrice(7)));
          await world.pass(2 * SECOND_MS);
          return { ...one, signed: await signBuilt(shop.wallet, built) };
        },
        operate: () => followPayouts(frail.parts).run(),
        recover: async (one) => {
          await shop.approved(one);
          await shop.settle();
          expect((await one.balances.paid())[0]).toBe(payoutOf(one.sell));
        },
      });
      await world.expectSound();
    },
  );
});
