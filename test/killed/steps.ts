import { writeSync } from 'node:fs';
import type { Chain } from '#server/kernel/chain/chain';
import type { Database, Param, Session, Statement } from '#server/kernel/db/database';

/** Boundary of an operation: before or after a step, numbered from 1. */
export interface KillAt {
  readonly when: 'before' | 'after';
  readonly step: number;
}

/** Counts the steps of an operation, and kills this process at one of them. */
export class Steps {
  #names: string[] = [];
  #counts = false;
  #killAt: KillAt | null = null;

  /** Starts counting. */
  count(killAt: KillAt | null): void {
    this.#names = [];
    this.#counts = true;
    this.#killAt = killAt;
  }

  /** Stops counting. Returns the names of the steps taken. */
  stop(): readonly string[] {
    this.#counts = false;
    return this.#names;
  }

  /** Records the begin of a step. Returns its number. */
  enter(name: string): number {
    if (!this.#counts) return 0;
    const step = this.#names.push(name);
    this.#strike('before', step);
    return step;
  }

  leave(step: number): void {
    if (this.#counts) this.#strike('after', step);
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const step = this.enter(name);
    try {
      return await work();
    } finally {
      this.leave(step);
    }
  }

  /** SIGKILL to the own process is delivered before the call returns. */
  #strike(when: KillAt['when'], step: number): void {
    if (this.#killAt?.when !== when || this.#killAt.step !== step) return;
    writeSync(1, this.#names[step - 1] ?? '');
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Clock checks are no steps, because they depend on elapsed time. */
const CLOCK_WATCH = 'clock-watch';
const CLOCK_WITNESS = 'finalBlock';

function countedSession(session: Session, steps: Steps): Session {
  return {
    ...session,
    query: <Row>(asked: Statement, params?: readonly Param[]) => {
      const query = () => session.query<Row>(asked, params);
      return asked.name === CLOCK_WATCH ? query() : steps.take(asked.name, query);
    },
    exec: (script) => steps.take('script', () => session.exec(script)),
  };
}

/** Wraps a database so that every statement, begin and commit is a step. */
export function countedDatabase(database: Database, steps: Steps): Database {
  return {
    ...database,
    ...countedSession(database, steps),
    async transaction(work) {
      const begin = steps.enter('begin');
      let end = 0;
      const ended = (name: string) => {
        end = steps.enter(name);
      };
      try {
        return await database.transaction(async (session) => {
          steps.leave(begin);
          const working = work(countedSession(session, steps));
          await working.then(
            () => ended('commit'),
            () => ended('rollback'),
          );
          return working;
        });
      } finally {
        steps.leave(end);
      }
    },
  };
}

/** Wraps a chain so that every call is a step. */
export function countedChain(chain: Chain, steps: Steps): Chain {
  const counted = Object.entries(chain).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function' || name === CLOCK_WITNESS) return [name, member];
    const ask = member as (...args: readonly unknown[]) => Promise<unknown>;
    return [name, (...args: readonly unknown[]) => steps.take(`chain.${name}`, () => ask(...args))];
  });
  return Object.fromEntries(counted) as Chain;
}
