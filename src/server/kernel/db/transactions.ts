import type { Database, Session, TransactionOptions } from './database.ts';
import { type LockName, lock } from './locks.ts';

/** Runs several reads on one snapshot. */
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
 * Runs reads of whole tables, each with a time limit of half an hour. The embedded database has one connection and no
 * time limit, so it runs them without a transaction, and other requests run in between.
 */
export function longRead<T>(
  database: Database,
  read: (session: Session) => Promise<T>,
): Promise<T> {
  if (database.kind === 'pglite') return read(database);
  return database.transaction(read, { takesLong: true });
}

/**
 * Runs work in a transaction under an advisory lock, one node at a time. `takesLong` raises the time limit of its
 * statements and of waiting for the lock.
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
