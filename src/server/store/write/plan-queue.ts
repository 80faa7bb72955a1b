import type { Database } from '../db/database.ts';
import type { Plan } from './plan.ts';
import { writePlan, writePlans } from './write-plans.ts';

interface Waiting {
  readonly plan: Plan;
  readonly done: (written: boolean) => void;
  readonly failed: (error: unknown) => void;
}

/** More in one statement would only make its first plan wait. */
const BATCH = 64;
/** Statements under way at once: one is being sent or decoded while the other commits. */
const IN_FLIGHT = 2;

/**
 * Writes plans of different users together: whatever comes while a statement is under way goes out
 * with the next. Nobody waits for a timer, and a commit is shared by all who came in time.
 */
class PlanQueue {
  readonly #database: Database;
  #waiting: Waiting[] = [];
  #inFlight = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether the plan was written; false where it lost the race. */
  write(plan: Plan): Promise<boolean> {
    return new Promise((done, failed) => {
      this.#waiting.push({ plan, done, failed });
      // Others that are about to be queued in this turn of the event loop come along.
      if (this.#inFlight < IN_FLIGHT) setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    if (this.#inFlight >= IN_FLIGHT || this.#waiting.length === 0) return;
    const batch = this.#take();
    this.#inFlight += 1;
    void this.#send(batch).finally(() => {
      this.#inFlight -= 1;
      this.#flush();
    });
  }

  /** The longest waiting plans, one per user: two of one user cannot both be unchanged. */
  #take(): Waiting[] {
    const users = new Set<string | null>();
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const { userId } = waiting.plan;
      if (batch.length >= BATCH || users.has(userId)) rest.push(waiting);
      else {
        users.add(userId);
        batch.push(waiting);
      }
    }
    this.#waiting = rest;
    // Every batch takes its users' rows in the same order, so that no two wait for each other.
    return batch.sort((a, b) => ((a.plan.userId ?? '') < (b.plan.userId ?? '') ? -1 : 1));
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    try {
      const written = await writePlans(
        this.#database,
        batch.map(({ plan }) => plan),
      );
      batch.forEach(({ done }, i) => done(written[i] ?? false));
    } catch (error) {
      if (batch.length === 1) return batch[0]?.failed(error);
      // One of them cannot be written: each by itself, so that only that one fails.
      for (const { plan, done, failed } of batch) {
        try {
          done(await writePlan(this.#database, plan));
        } catch (alone) {
          failed(alone);
        }
      }
    }
  }
}

const queues = new WeakMap<Database, PlanQueue>();

/** Writes a plan together with whatever else is to be written on this database now. */
export function writeQueued(database: Database, plan: Plan): Promise<boolean> {
  const queue = queues.get(database) ?? new PlanQueue(database);
  queues.set(database, queue);
  return queue.write(plan);
}
