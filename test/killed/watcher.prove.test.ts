import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMovements } from '#contract/treasury/admin-movements';
import { MINUTE_MS } from '#domain/base/time';
import { expectReconciled } from '#test/treasury/reconciled';
import type { AsOwner, World } from '#test/world';
import { paymentOf, send } from '#test/world/wallet';
import { KillableServer, type KillCase, atEveryStep } from './harness.ts';
import { FINAL_MS, type Paid, SOL, USDC, expectOneBond, quotedPayment } from './payment.ts';

const TIMEOUT = { timeout: 600_000 };

describe('server killed at every step of a job makes one bond per payment', () => {
  let server: KillableServer;
  let world: World;
  let owner: AsOwner;
  beforeAll(async () => {
    server = await KillableServer.open();
    world = server.world;
    owner = await world.owner();
  });
  afterAll(() => world.close());

  /** Kills the job at each step, each time with a new payment; then all jobs run again. */
  const killed = async (job: string, prepare: KillCase<Paid>['prepare']): Promise<void> => {
    const steps = await atEveryStep(server, {
      prepare: async () => {
        // Earlier movements of the treasury are processed first, so that the steps are the same each time.
        await world.settleAfter(FINAL_MS);
        return prepare();
      },
      operate: () => server.runJobs(job),
      recover: async (paid) => {
        await world.settle();
        await expectOneBond(world, paid);
        await expectReconciled(world, owner);
      },
    });
    // One statement writes everything.
    expect(steps.filter((name) => name.startsWith('write-'))).toHaveLength(1);
  };

  test('watch-treasury, with a quoted payment that was never posted', TIMEOUT, async () => {
    await killed('watch-treasury', async () => {
      const paid = await quotedPayment(world);
      await world.pass(FINAL_MS);
      return paid;
    });
  });

  test('watch-treasury, with dust: one row each', TIMEOUT, async () => {
    const counted = async (): Promise<number> => {
      const { body } = await owner(listMovements);
      const [sol] = body.figures;
      return sol!.sums.find(({ kind }) => kind === 'dust')?.count ?? 0;
    };
    const stranger = await world.fundedWallet('1', '0');
    const pay = async (amount: bigint): Promise<void> => {
      await send(world.net, stranger, [
        await paymentOf(stranger, world.till, { token: 'SOL', amount }),
      ]);
    };
    await atEveryStep(server, {
      prepare: async () => {
        await world.settleAfter(FINAL_MS);
        const before = await counted();
        // One slot each, so that the cursor moves after each and the steps stay the same.
        for (const amount of [1n, 2n, 3n]) {
          await pay(amount);
          await world.pass(1_000);
        }
        await world.pass(FINAL_MS);
        return before;
      },
      operate: () => server.runJobs('watch-treasury'),
      recover: async (before) => {
        await world.settle();
        expect(await counted()).toBe(before + 3);
        await expectReconciled(world, owner);
      },
    });
  });

  test('decide-arrivals, with an unquoted payment after its grace period', TIMEOUT, async () => {
    await killed('decide-arrivals', async () => {
      const user = await world.user({ sol: '1' });
      const signature = await user.pay('USDC', USDC);
      await world.settleAfter(FINAL_MS);
      await world.pass(MINUTE_MS);
      return { user, signature };
    });
  });

  test('follow-bonds, with a posted payment that is now final', TIMEOUT, async () => {
    await killed('follow-bonds', async () => {
      const paid = await quotedPayment(world);
      await world.pass(1_200);
      expect((await paid.user.post('SOL', SOL, paid.signature)).status).toBe(201);
      await world.pass(FINAL_MS);
      return paid;
    });
  });
});
