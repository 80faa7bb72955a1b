import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { jobs } from '#server/jobs/jobs';
import { Scheduler } from '#server/jobs/scheduler';
import { takesTurns } from '#server/jobs/takes-turns';
import { leaderAmong } from '#server/store/db/leader';
import { tries } from '#test/prove/effort';
import { World } from '#test/world';
import type { Node } from '#test/world/node';
import { printed, spent } from './spent.ts';

const HOURS_PER_MONTH = 730;
const CREDITS_PER_MONTH_MAX = 3_000_000;
const TICK_MS = SECOND_MS;

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

/** What nodes do by themselves while time passes, turn by turn. */
async function letRun(nodes: readonly Node[], forMs: number): Promise<void> {
  const logger = pino({ level: 'silent' });
  const running = nodes.map(({ parts }) => {
    const own = jobs(parts);
    const leader = leaderAmong(parts.database, 'jobs');
    return { own, scheduler: new Scheduler(own, logger), takes: takesTurns(true, leader), leader };
  });
  for (let passedMs = 0; passedMs < forMs; passedMs += TICK_MS) {
    for (const { own, scheduler, takes } of running) {
      for (const job of own) if (passedMs % job.everyMs === 0) await scheduler.turn(job, takes);
    }
    await world.pass(TICK_MS);
  }
  for (const { leader } of running) await leader.leave();
}

describe('calls to providers while nothing happens', () => {
  const forMs = tries(3, 60) * MINUTE_MS;
  const perHour = (credits: number): number => Math.ceil((credits * HOUR_MS) / forMs);

  test('one node, and three, stay under three million credits a month', async () => {
    const sums: number[] = [];
    for (const count of [1, 3]) {
      const nodes = await world.nodes(count);
      const before = spent(nodes);
      await letRun(nodes, forMs);
      const used = spent(nodes, before);
      sums.push(perHour(used.credits));
      printed(`idle, ${count} nodes, ${forMs / MINUTE_MS} minutes`, used);
    }
    const [one = 0, three = 0] = sums;
    expect(one * HOURS_PER_MONTH).toBeLessThan(CREDITS_PER_MONTH_MAX);
    // The first run of each node asks a little more.
    expect(three).toBeLessThanOrEqual(one * 1.2);
  });

  test('a quote that is open costs little more', async () => {
    const [node] = await world.nodes(1);
    const user = await world.user();
    const before = spent([node!]);
    await user.quote('SOL', '1');
    await letRun([node!], 2 * MINUTE_MS);
    const used = spent([node!], before);
    printed('a quote open, 2 minutes', used);
    expect(used.credits).toBeLessThan(160);
  });
});
