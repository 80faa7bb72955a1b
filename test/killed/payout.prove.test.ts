import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECOND_MS } from '#domain/base/time';
import { signBuilt } from '#test/sells/owner-wallet';
import { FINAL_MS } from '#test/sells/sellers';
import { type Case, SellScenario } from '#test/sells/sell-scenario';
import { Balances, payoutOf } from '#test/sells/treasury';
import type { World } from '#test/world';
import { KillableServer, atEveryStep } from './harness.ts';

const TIMEOUT = { timeout: 600_000 };
/** Longer than a payout may take to land. */
const EXPIRED_MS = 130 * SECOND_MS;

const isWrite = (step: string | null): boolean => /^(write-|log-append$)/.test(step ?? '');

describe('server killed at every step pays a payout once', () => {
  let server: KillableServer;
  let world: World;
  let shop: SellScenario;
  let sinceStart: Balances;
  let asked = 0n;
  beforeAll(async () => {
    server = await KillableServer.open();
    world = server.world;
    shop = await SellScenario.open(world, () => server.runJobs('follow-payouts'));
    sinceStart = await Balances.of(world, shop.user.address);
  });
  afterAll(() => world.close());

  const counted = <C extends Case>(one: C): C => {
    asked += payoutOf(one.sell);
    return one;
  };

  /** The owner got no response and repeats the request, every other time after the job has run. */
  let isJobFirst = false;
  const repeated = async (approve: () => Promise<unknown>): Promise<void> => {
    isJobFirst = !isJobFirst;
    if (isJobFirst) await shop.settle();
    await approve();
    await shop.settle();
  };

  test('when it approves and signs', TIMEOUT, async () => {
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
    // Stored before it is sent.
    expect(steps.indexOf('chain.send')).toBe(steps.indexOf('commit') + 1);
  });

  test('when the job finds it final', TIMEOUT, async () => {
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

  test('when the job replaces one that never landed', TIMEOUT, async () => {
    const steps = await atEveryStep(server, {
      prepare: async () => {
        const land = world.net.faults.inject({ kind: 'drop' });
        const one = await shop.approved(counted(await shop.ask()));
        land();
        // Expired: its nonce was advanced, and the advance is final.
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

  test('when it hands out the transaction for the owner’s wallet', TIMEOUT, async () => {
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

  test('when it receives the signed transaction', TIMEOUT, async () => {
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

  test('without any intermediate transaction landing later', TIMEOUT, async () => {
    await world.pass(EXPIRED_MS);
    await shop.settle();
    expect(await sinceStart.paid()).toEqual([asked, asked]);
    expect(asked).toBeGreaterThan(0n);
  });
});
