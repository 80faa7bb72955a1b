import type { Chain } from '#server/kernel/chain/chain';
import type { Database } from '#server/kernel/db/database';

/**
 * Database and chain of a server that stops right before a step, as if killed there: uncommitted work is
 * undone, and later calls fail until it is restarted. A step is a statement, a transaction's begin, body or
 * commit, or a call to the chain. Unlike a killed server it keeps its memory.
 */
export class StoppableServer {
  #steps: string[] = [];
  #stopAt: number | null = null;
  #isStopped = false;

  /** Resets the server, to stop right before the given step, numbered from 1. */
  arm(stopAt: number): void {
    [this.#steps, this.#stopAt, this.#isStopped] = [[], stopAt, false];
  }

  /** Restarts the server. Returns the step at which it stopped (or null), and the steps begun. */
  disarm(): { readonly stoppedAt: string | null; readonly steps: readonly string[] } {
    const stoppedAt = this.#isStopped ? (this.#steps.at(-1) ?? '') : null;
    [this.#stopAt, this.#isStopped] = [null, false];
    return { stoppedAt, steps: this.#steps };
  }

  database(database: Database): Database {
    return {
      ...database,
      query: (asked, params) => this.#take(asked.name, () => database.query(asked, params)),
      exec: (script) => this.#take('script', () => database.exec(script)),
      transaction: (work) =>
        this.#take('begin', () =>
          database.transaction(async (inside) => {
            const done = await this.#take('work', () => work(inside));
            await this.#take('commit', async () => {});
            return done;
          }),
        ),
    };
  }

  chain(chain: Chain): Chain {
    const guarded = Object.entries(chain).map(([name, member]: [string, unknown]) => {
      if (typeof member !== 'function') return [name, member];
      const ask = member as (...args: readonly unknown[]) => Promise<unknown>;
      return [
        name,
        (...args: readonly unknown[]) => this.#take(`chain.${name}`, () => ask(...args)),
      ];
    });
    return Object.fromEntries(guarded) as Chain;
  }

  async #take<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (!this.#isStopped && this.#stopAt !== null) {
      this.#isStopped = this.#steps.push(name) === this.#stopAt;
    }
    if (this.#isStopped) throw new Error('the server has stopped');
    return work();
  }
}

/** Operation on a new case each time, with expectations after its server stopped. */
export interface Operation<Case> {
  readonly prepare: () => Promise<Case>;
  readonly operate: (one: Case) => Promise<unknown>;
  readonly recover: (one: Case) => Promise<void>;
}

/** Stops the server before every step of an operation. Returns the names of the steps. */
export async function stopAtEveryStep<Case>(
  stopping: StoppableServer,
  { prepare, operate, recover }: Operation<Case>,
): Promise<readonly string[]> {
  for (let step = 1; ; step += 1) {
    const one = await prepare();
    stopping.arm(step);
    await Promise.allSettled([operate(one)]);
    const { stoppedAt, steps } = stopping.disarm();
    try {
      await recover(one);
    } catch (error) {
      throw new Error(`stopped before step ${step}, ${stoppedAt ?? 'nowhere'}`, { cause: error });
    }
    if (stoppedAt === null) return steps;
  }
}
