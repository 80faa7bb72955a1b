import { type Database, type Session, statement } from '../db/database.ts';
import type { Plan } from './plan.ts';
import { writeQueued } from './plan-queue.ts';
import { writePlan } from './write-plans.ts';

/** What an attempt decided: the answer, and what must be written for it to be true (null where nothing). */
export interface Decision<T> {
  readonly plan: Plan | null;
  readonly answer: T;
}

const OPTIMISTIC_TRIES = 3;
const LOCK_USER = statement('user-lock', 'select from users where id = $1 for update');

/**
 * Reads, decides and writes if the user has not changed in between. A lost race is read and decided
 * again; after three, the user's row is locked first, so that everybody gets a turn.
 */
export async function writeIfUnchanged<T>(
  database: Database,
  attempt: (session: Session) => Promise<Decision<T>>,
): Promise<T> {
  let userId: string | null = null;
  for (let tries = 0; tries < OPTIMISTIC_TRIES; tries += 1) {
    const { plan, answer } = await attempt(database);
    if (!plan || (await writeQueued(database, plan))) return answer;
    userId = plan.userId;
  }
  return database.transaction(async (session) => {
    await session.query(LOCK_USER, [userId]);
    const { plan, answer } = await attempt(session);
    if (plan && !(await writePlan(session, plan)))
      throw new Error(`user ${userId} changed under lock`);
    return answer;
  });
}
