import { openPostgres } from '#server/kernel/db/postgres';
import type { Database, Session, Statement } from '#server/kernel/db/database';

/** Fault of the database, for all nodes alike. */
export type DatabaseFault =
  /** Writes fail, reads work. */
  | { readonly kind: 'full disk' }
  /** Failover: all connections are cut, then calls fail for a while. */
  | {
      readonly kind: 'fail-over';
      /** True if the write in progress had been committed; its response is lost either way. */
      readonly isKept: boolean;
      /** Number of calls that fail. */
      readonly away: number;
    };

const WRITES = /\b(?:insert\s+into|delete\s+from|update\s+\w+(?:\s+\w+)?\s+set)\b/i;
const isWrite = ({ text }: Statement): boolean => WRITES.test(text);

const failure = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code });
const cutOff = (): Error => failure('57P01', 'terminating connection due to administrator command');
const startingUp = (): Error => failure('57P03', 'the database system is starting up');

/** Raised by the database itself, so that the transaction is aborted as on a full disk. */
const FULL = `do $$ begin raise exception 'could not extend file: No space left on device'
  using errcode = 'disk_full'; end $$`;

/** Injects a fault at the n-th write after arming, until disarmed. */
export class FaultyDatabase {
  readonly #cutConnections: () => Promise<void>;
  #trouble: DatabaseFault | null = null;
  #writesLeft = 0;
  #away = 0;
  #hasStruck = false;

  constructor(cutConnections: () => Promise<void>) {
    this.#cutConnections = cutConnections;
  }

  arm(trouble: DatabaseFault, writes: number): void {
    [this.#trouble, this.#writesLeft, this.#away, this.#hasStruck] = [trouble, writes, 0, false];
  }

  /** Ends the fault. Returns true if it struck. */
  disarm(): boolean {
    const had = this.#hasStruck;
    [this.#trouble, this.#away, this.#hasStruck] = [null, 0, false];
    return had;
  }

  /** True if a write would fail for lack of space. */
  get isFull(): boolean {
    return this.#trouble?.kind === 'full disk' && this.#hasStruck;
  }

  /** Wraps a node's database. */
  database(database: Database): Database {
    return {
      ...this.#session(database),
      kind: database.kind,
      changes: database.changes,
      close: () => database.close(),
      transaction: (work) => {
        this.#refuseIfAway();
        return this.#transaction(database, work);
      },
    };
  }

  #session(session: Session): Session {
    return {
      note: (changed) => session.note(changed),
      exec: (script) => session.exec(script),
      query: async (statement, params) => {
        this.#refuseIfAway();
        const trouble = isWrite(statement) ? this.#strikes() : null;
        if (trouble?.kind === 'full disk') await session.exec(FULL);
        if (trouble?.kind !== 'fail-over') return session.query(statement, params);
        if (trouble.isKept) await session.query(statement, params);
        return this.#fallOver(trouble);
      },
    };
  }

  /** A failover strikes at the end of a transaction, a full disk at its write. */
  async #transaction<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
    let falls: Extract<DatabaseFault, { kind: 'fail-over' }> | null = null;
    const done = await database.transaction(async (inside) => {
      const answer = await work({
        ...this.#session(inside),
        query: async (statement, params) => {
          const trouble = isWrite(statement) ? this.#strikes() : null;
          if (trouble?.kind === 'full disk') await inside.exec(FULL);
          if (trouble?.kind === 'fail-over') falls = trouble;
          return inside.query(statement, params);
        },
      });
      if (falls && !falls.isKept) await this.#fallOver(falls);
      return answer;
    });
    return falls ? this.#fallOver(falls) : done;
  }

  #strikes(): DatabaseFault | null {
    if (this.#trouble === null) return null;
    if (this.#writesLeft > 0) {
      this.#writesLeft -= 1;
      return null;
    }
    const isOnce = this.#trouble.kind === 'fail-over' && this.#hasStruck;
    this.#hasStruck = true;
    return isOnce ? null : this.#trouble;
  }

  async #fallOver({ away }: Extract<DatabaseFault, { kind: 'fail-over' }>): Promise<never> {
    this.#away = away;
    await this.#cutConnections();
    throw cutOff();
  }

  #refuseIfAway(): void {
    if (this.#away === 0) return;
    this.#away -= 1;
    throw startingUp();
  }
}

/** Cuts every connection to a PostgreSQL server; does nothing for an embedded database. */
export async function cutConnections(url: string | null): Promise<void> {
  if (url === null) return;
  const admin = openPostgres(url, { connections: 1 });
  try {
    await admin.exec(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  } finally {
    await admin.close();
  }
}
