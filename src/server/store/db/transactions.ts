import type { Database, Session } from './database.ts';
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

/** Work that one node does at a time: the others wait for it. All of it is written, or nothing. */
export function exclusively<T>(
  database: Database,
  name: LockName,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return database.transaction(async (session) => {
    await lock(session, name);
    return work(session);
  });
}
