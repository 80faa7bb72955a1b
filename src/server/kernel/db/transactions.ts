import type { Database, Session, TransactionOptions } from './database.ts';
import { type LockName, lock } from './locks.ts';

/** Several reads of one moment: no write comes between them. */
export function snapshot<T>(
  database: Database,
  read: (session: Session) => Promise<T>,
): Promise<T> {
  return database.transaction(async (session) => {
    await session.exec('set transaction isolation level repeatable read, read only');
    return read(session);
  });
}

/**
 * Reads that go over everything, each for as long as half an hour. The embedded database has one connection and no
 * bound on a statement: there, others are answered between two reads.
 */
export function longRead<T>(
  database: Database,
  read: (session: Session) => Promise<T>,
): Promise<T> {
  if (database.kind === 'pglite') return read(database);
  return database.transaction(read, { takesLong: true });
}

/**
 * Work that one node does at a time: the others wait for it. All of it is written, or nothing. What
 * `takesLong` may take, and be waited for, longer than a statement otherwise may.
 */
export function withLock<T>(
  database: Database,
  { name, ...options }: TransactionOptions & { readonly name: LockName },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return database.transaction(async (session) => {
    await lock(session, name);
    return work(session);
  }, options);
}
