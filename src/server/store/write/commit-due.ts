import type { Instant } from '#domain/base/time';
import type { Database, Session } from '../db/database.ts';
import { readHeadShared } from '../terms/head.ts';
import type { Rules, RulesCache } from '../terms/terms.ts';
import { lockUser } from '../users/users.ts';
import { type Changes, planOf } from './plan.ts';
import { writePlans } from './write-plans.ts';

/** A user of whom something is due, locked. */
export interface DueUser {
  readonly id: string;
  readonly version: bigint;
}

/** Work that time makes due, such as the end of a restake window. */
export interface DueWork<Thing extends { readonly userId: string }> {
  /** Locks users of whom something is due, at most `limit`; those that another writer holds are left to it. */
  readonly lock: (transaction: Session, now: Instant, limit: number) => Promise<readonly DueUser[]>;
  /** What is due of these users. */
  readonly read: (
    transaction: Session,
    now: Instant,
    userIds: readonly string[],
  ) => Promise<readonly Thing[]>;
  /** What one user's due things change. Pure: it may run twice. */
  readonly decide: (due: readonly Thing[], inForce: Rules, now: Instant) => readonly Changes[];
  /** Puts a user's due things aside, so that they hold up no other user. */
  readonly park: (transaction: Session, now: Instant, userId: string) => Promise<void>;
  /** Is told why a user's due things are put aside: they can't be decided, or not be written. */
  readonly onParked: (userId: string, error: unknown) => void;
}

const BATCH = 200;

interface Sweep<Thing extends { readonly userId: string }> {
  readonly database: Database;
  readonly rules: RulesCache;
  readonly work: DueWork<Thing>;
}

/**
 * Does a batch of due work, all in one transaction, and answers how many users it was about. A batch
 * that fails is done user by user. Any number of nodes may do this: each thing happens once.
 */
export async function commitDue<Thing extends { readonly userId: string }>(
  sweep: Sweep<Thing>,
): Promise<number> {
  let users: readonly DueUser[] = [];
  try {
    await commitUsers(sweep, async (session, now) => {
      users = await sweep.work.lock(session, now, BATCH);
      return users;
    });
  } catch (error) {
    if (users.length === 0) throw error;
    for (const { id } of users) await commitAlone(sweep, id);
  }
  return users.length;
}

/** Locks users, and does what is due of them. The terms stay as they are until it is written. */
async function commitUsers<Thing extends { readonly userId: string }>(
  { database, rules, work }: Sweep<Thing>,
  lock: (session: Session, now: Instant) => Promise<readonly DueUser[]>,
): Promise<void> {
  await database.transaction(async (session) => {
    const { now, termsVersion } = await readHeadShared(session);
    const inForce = await rules.at(termsVersion, session);
    const users = await lock(session, now);
    if (users.length === 0) return;
    const due = await work.read(
      session,
      now,
      users.map(({ id }) => id),
    );
    const plans = users.flatMap(({ id, version }) => {
      const own = due.filter(({ userId }) => userId === id);
      return work
        .decide(own, inForce, now)
        .map((changes) => planOf(changes, { userId: id, version, now }));
    });
    if ((await writePlans(session, plans)).includes(false)) {
      throw new Error('a user changed under lock');
    }
  });
}

/** One user of a batch that failed: where it fails for this user, its due things are put aside. */
async function commitAlone<Thing extends { readonly userId: string }>(
  sweep: Sweep<Thing>,
  id: string,
): Promise<void> {
  const { database, work } = sweep;
  try {
    await commitUsers(sweep, async (session) => [{ id, version: await lockUser(session, id) }]);
  } catch (error) {
    work.onParked(id, error);
    await database.transaction(async (session) => {
      const { now } = await readHeadShared(session);
      await work.park(session, now, id);
    });
  }
}
