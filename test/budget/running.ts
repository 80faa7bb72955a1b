import { pino } from 'pino';
import { SECOND_MS } from '#domain/base/time';
import { jobs } from '#server/start/jobs';
import { Scheduler, mayRunOn } from '#server/kernel/jobs/scheduler';
import { watchTreasury } from '#server/treasury/watch-treasury';
import { leaderByLease } from '#server/kernel/db/leader';
import type { World } from '#test/world';
import type { Node } from '#test/world/node';

const TICK_MS = SECOND_MS;

/** Nodes that run due jobs while a test advances time. */
export class Running {
  readonly #world: World;
  readonly #nodes;
  #passedMs = 0;

  constructor(world: World, nodes: readonly Node[]) {
    this.#world = world;
    const logger = pino({ level: 'silent' });
    this.#nodes = nodes.map(({ parts }) => {
      // The watcher polls by the node's monotonic clock, so the test's time is added to it.
      const watch = watchTreasury(parts, () => performance.now() + this.#passedMs);
      const own = jobs(parts).map((job) => (job.name === watch.name ? watch : job));
      // A machine that is held up does not make another node the leader: its calls would count twice. A lease of
      // more than a minute would count as written by a clock that was ahead.
      const leader = leaderByLease(parts.database, 'jobs', 50 * SECOND_MS);
      const takes = mayRunOn(true, leader);
      return { own, scheduler: new Scheduler(own, logger), takes, leader };
    });
  }

  async pass(forMs: number): Promise<void> {
    for (const end = this.#passedMs + forMs; this.#passedMs < end; this.#passedMs += TICK_MS) {
      for (const { own, scheduler, takes } of this.#nodes) {
        const due = own.filter(({ everyMs }) => this.#passedMs % everyMs === 0);
        for (const job of due) await scheduler.turn(job, takes);
      }
      await this.#world.pass(TICK_MS);
    }
  }

  async stop(): Promise<void> {
    for (const { leader } of this.#nodes) await leader.resign();
  }
}
