import type { Instant } from '#domain/base/time';
import type { Database, Session } from '../db/database.ts';
import { ClockSkewed } from '../base/clock-skewed.ts';
import { isUnavailable } from '../base/unavailable.ts';
import type { ClockWatch } from '../terms/clock-watch.ts';
import { readHead, readHeadShared } from '../terms/protocol-head.ts';
import type { Rules, RulesCache } from '../terms/terms.ts';
import { type Changes, planOf } from './plan.ts';
import { lockUser } from './row-locks.ts';
import { writePlans } from './write-plans.ts';

/** Locked user with due things. */
export interface DueUser {
  readonly id: string;
  readonly version: bigint;
}

/** Due thing of a user, such as a vault. */
export interface Due {
  readonly id: string;
  readonly userId: string;
}

/** Work that becomes due at a time, such as the end of a restake window. */
export interface DueWork<Thing extends Due> {
  /** Locks at most `limit` users with due things. Skips users that another writer holds. */
  readonly lock: (transaction: Session, now: Instant, limit: number) => Promise<readonly DueUser[]>;
  /** Reads the due things of users. */
  readonly read: (
    transaction: Session,
    now: Instant,
    userIds: readonly string[],
  ) => Promise<readonly Thing[]>;
  /** Decides the changes for one user's due things. Pure, because it may run twice. */
  readonly decide: (due: readonly Thing[], inForce: Rules, now: Instant) => readonly Changes[];
  /** Postpones a failed thing, or parks it, so that it does not delay others. Returns true if it was parked. */
  readonly postpone: (transaction: Session, now: Instant, thing: Due) => Promise<boolean>;
  /** Called if a thing cannot be decided or written. */
  readonly onFailed: (thing: Due, error: unknown, isParked: boolean) => void;
}

/** Maximum users of a batch, because their requests wait for it. */
export const DUE_BATCH = 200;

/** Throws if the database's clock, by which all writes are decided, is wrong. */
export type WriteClock = Pick<ClockWatch, 'require'>;

interface Sweep<Thing extends Due> {
  readonly database: Database;
  readonly rules: RulesCache;
  readonly clock: WriteClock;
  readonly work: DueWork<Thing>;
  /** Maximum number of users. */
  readonly limit: number;
}

/**
 * Executes a batch of due work in one transaction. Returns the number of users. A failed batch is retried user by
 * user, and a failed user thing by thing. Several nodes may run it concurrently.
 */
export async function commitDueWork<Thing extends Due>(sweep: Sweep<Thing>): Promise<number> {
  let users: readonly DueUser[] = [];
  // Fills the cache of rules. Inside the transaction, uncached rules would be read for each batch.
  await sweep.rules.at(0n);
  try {
    await commitUsers(sweep, async (session, now) => {
      users = await sweep.work.lock(session, now, sweep.limit);
      return users;
    });
  } catch (error) {
    if (users.length === 0) throw error;
    const transient: unknown[] = [];
    for (const { id } of users) {
      await commitAlone(sweep, id).catch((reason: unknown) => transient.push(reason));
    }
    if (transient.length > 0) throw transient[0];
  }
  return users.length;
}

/** Locks users and executes their due work. The terms cannot change meanwhile. */
async function commitUsers<Thing extends Due>(
  { database, rules, clock, work }: Sweep<Thing>,
  lock: (session: Session, now: Instant) => Promise<readonly DueUser[]>,
  isMeant: (thing: Thing) => boolean = () => true,
): Promise<void> {
  await database.transaction(async (session) => {
    const { now, termsVersion } = await readHeadShared(session);
    await clock.require(now, session);
    const inForce = await rules.at(termsVersion, session);
    const users = await lock(session, now);
    if (users.length === 0) return;
    const due = await work.read(
      session,
      now,
      users.map(({ id }) => id),
    );
    const own = byUser(due.filter(isMeant));
    const plans = users.flatMap(({ id, version }) =>
      work
        .decide(own.get(id) ?? [], inForce, now)
        .map((changes) => planOf(changes, { userId: id, version, now })),
    );
    if ((await writePlans(session, plans)).includes(false)) {
      throw new Error('a user changed under lock');
    }
  });
}

function byUser<Thing extends Due>(due: readonly Thing[]): ReadonlyMap<string, Thing[]> {
  const found = new Map<string, Thing[]>();
  for (const thing of due) {
    const own = found.get(thing.userId);
    if (own) own.push(thing);
    else found.set(thing.userId, [thing]);
  }
  return found;
}

/** Executes one user of a failed batch. Throws a transient error, after which nothing is written. */
async function commitAlone<Thing extends Due>(sweep: Sweep<Thing>, id: string): Promise<void> {
  const { database, work } = sweep;
  const lock = async (session: Session) => [{ id, version: await lockUser(session, id) }];
  try {
    return await commitUsers(sweep, lock);
  } catch (error) {
    if (isTransient(error)) throw error;
  }
  const { now } = await readHead(database);
  for (const thing of await work.read(database, now, [id])) {
    try {
      await commitUsers(sweep, lock, (each) => each.id === thing.id);
    } catch (error) {
      if (isTransient(error)) throw error;
      const isParked = await database.transaction((session) => work.postpone(session, now, thing));
      work.onFailed(thing, error, isParked);
    }
  }
}

/** True for errors that do not depend on the due thing: clock skew, lost races, database down. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ClockSkewed) return true;
  const isLostRace = 'code' in error && String(error.code).startsWith('40');
  return isLostRace || isUnavailable(error);
}
