import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECOND_MS } from '#domain/base/time';
import { signBuilt } from '#test/sells/owner-wallet';
import { FINAL_MS } from '#test/sells/sellers';
import { type Case, Shop } from '#test/sells/shop';
import { Balances, payoutOf } from '#test/sells/treasury';
import type { World } from '#test/world';
import { KillableServer, atEveryStep } from './harness.ts';

const TIMEOUT = { timeout: 600_000 };
/** Longer than a payout may take to land. */
const EXPIRED_MS = 130 * SECOND_MS;

const isWrite = (step: string | null): boolean => /^(write-|log-append$)/.test(step ?? '');

describe('a server killed at every step of a payout: the chain has paid once', () => {
  let server: KillableServer;
  let world: World;
  let shop: Shop;
  let sinceStart: Balances;
  let asked = 0n;
  beforeAll(async () => {
    server = await KillableServer.open();
    world = server.world;
    shop = await Shop.open(world, () => server.runJobs('follow-payouts'));
    sinceStart = await Balances.of(world, shop.user.address);
  });
  afterAll(() => world.close());

  const counted = <C extends Case>(one: C): C => {
    asked += payoutOf(one.sell);
    return one;
  };

  /** The owner, who was told nothing, asks again, every other time after the job has come by. */
  let isJobFirst = false;
  const repeated = async (approve: () => Promise<unknown>): Promise<void> => {
    isJobFirst = !isJobFirst;
    if (isJobFirst) await shop.settle();
    await approve();
    await shop.settle();
  };

  test('of an approval that the server signs', TIMEOUT, async () => {
    const steps = await atEveryStep(server, {
      prepare: async () => counted(await shop.ask()),
      operate: (one) => shop.approve(one),
      recover: async (one) => {
        await repeated(() => shop.approved(one));
        await shop.expectPaid(one);
      },
    });
    // Payout, approval and version are one statement.
    expect(steps.filter(isWrite)).toEqual([expect.stringMatching(/^write-/), 'log-append']);
    // Stored, and only then sent.
    expect(steps.indexOf('chain.send')).toBe(steps.indexOf('commit') + 1);
  });

  test('of the job that finds it final', TIMEOUT, async () => {
    const steps = await atEveryStep(server, {
      prepare: async () => {
        const one = await shop.approved(counted(await shop.ask()));
        await world.pass(FINAL_MS);
        return one;
      },
      operate: () => shop.follow(),
      recover: async (one) => {
        await shop.follow();
        await shop.expectPaid(one);
      },
    });
    expect(steps.filter((name) => name === 'commit')).toHaveLength(1);
  });

  test('of the job that makes anew one that never landed', TIMEOUT, async () => {
    const steps = await atEveryStep(server, {
      prepare: async () => {
        const land = world.net.faults.inject({ kind: 'drop' });
        const one = await shop.approved(counted(await shop.ask()));
        land();
        // Its time is over: its nonce is used up, and that is final.
        await world.pass(EXPIRED_MS);
        await shop.follow();
        await world.pass(FINAL_MS);
        return one;
      },
      operate: () => shop.follow(),
      recover: async (one) => {
        await shop.settle();
        await shop.expectPaid(one);
      },
    });
    expect(steps).toContain('chain.send');
  });

  test('of handing out what the owner’s wallet is to sign', TIMEOUT, async () => {
    await server.takeKey();
    await atEveryStep(server, {
      prepare: async () => counted(await shop.ask()),
      operate: (one) => shop.approve(one),
      recover: async (one) => {
        await repeated(async () => {
          const { status, body } = await shop.approve(one);
          expect(status, JSON.stringify(body)).toBe(202);
          const { transaction } = body as { transaction?: string };
          await shop.approved({ ...one, signed: await signBuilt(shop.wallet, transaction!) });
        });
        await shop.expectPaid(one);
        expect(await world.count('payouts where subject = $1', [one.sell.id])).toBe(1);
      },
    });
  });

  test('of taking it back signed', TIMEOUT, async () => {
    const steps = await atEveryStep(server, {
      prepare: async () => {
        const { built, ...one } = counted(await shop.handedOut());
        return { ...one, signed: await signBuilt(shop.wallet, built) };
      },
      operate: (one) => shop.approve(one),
      recover: async (one) => {
        await repeated(() => shop.approved(one));
        await shop.expectPaid(one);
      },
    });
    expect(steps.indexOf('chain.send')).toBe(steps.indexOf('commit') + 1);
  });

  test('and nothing that was made on the way lands later', TIMEOUT, async () => {
    await world.pass(EXPIRED_MS);
    await shop.settle();
    expect(await sinceStart.paid()).toEqual([asked, asked]);
    expect(asked).toBeGreaterThan(0n);
  });
});
