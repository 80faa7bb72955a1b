import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/base/time';
import type { World } from '#test/world';
import { KillableServer, type Killing, atEveryStep } from './harness.ts';
import { FINAL_MS, type Paid, SOL, USDC, expectOneBond, quotedPayment } from './payment.ts';

const TIMEOUT = { timeout: 600_000 };

describe('a server killed at every step of a job: each payment is one bond', () => {
  let server: KillableServer;
  let world: World;
  beforeAll(async () => {
    server = await KillableServer.open();
    world = server.world;
  });
  afterAll(() => world.close());

  /** Kills the job at each of its steps, each time with a payment to deal with; all jobs then run again. */
  const killed = async (job: string, prepare: Killing<Paid>['prepare']): Promise<void> => {
    const steps = await atEveryStep(server, {
      prepare: async () => {
        // What else the treasury's accounts have seen is dealt with: each time the steps are the same.
        await world.pass(FINAL_MS);
        await world.settle();
        return prepare();
      },
      operate: () => server.runJobs(job),
      recover: async (paid) => {
        await world.settle();
        await expectOneBond(world, paid);
      },
    });
    // One statement writes all of it.
    expect(steps.filter((name) => name.startsWith('write-'))).toHaveLength(1);
  };

  test('watch-treasury, with a quoted payment that nobody posted', TIMEOUT, async () => {
    await killed('watch-treasury', async () => {
      const paid = await quotedPayment(world);
      await world.pass(FINAL_MS);
      return paid;
    });
  });

  test('decide-arrivals, with a payment without a quote whose grace is over', TIMEOUT, async () => {
    await killed('decide-arrivals', async () => {
      const user = await world.user({ sol: '1' });
      const signature = await user.pay('USDC', USDC);
      await world.pass(FINAL_MS);
      await world.settle();
      await world.pass(MINUTE_MS);
      return { user, signature };
    });
  });

  test('follow-bonds, with a payment that was posted and is now final', TIMEOUT, async () => {
    await killed('follow-bonds', async () => {
      const paid = await quotedPayment(world);
      await world.pass(1_200);
      expect((await paid.user.post('SOL', SOL, paid.signature)).status).toBe(201);
      await world.pass(FINAL_MS);
      return paid;
    });
  });
});
