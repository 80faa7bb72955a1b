import type { Instant } from '#domain/base/time';
import type { Database, Session } from '../db/database.ts';
import { ClockSkewed } from '../base/clock-skewed.ts';
import { isUnavailable } from '../base/unavailable.ts';
import type { ClockWatch } from '../terms/clock-watch.ts';
import { readHead, readHeadShared } from '../terms/head.ts';
import type { Rules, RulesCache } from '../terms/terms.ts';
import { type Changes, planOf } from './plan.ts';
import { lockUser } from './row-locks.ts';
import { writePlans } from './write-plans.ts';

/** A user of whom something is due, locked. */
export interface DueUser {
  readonly id: string;
  readonly version: bigint;
}

/** Something of a user that is due. */
export interface Due {
  readonly id: string;
  readonly userId: string;
}

/** Work that time makes due, such as the end of a restake window. */
export interface DueWork<Thing extends Due> {
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
  /** Makes a thing that failed due later, or puts it aside (true), so that it holds up no other. */
  readonly postpone: (transaction: Session, now: Instant, thing: Due) => Promise<boolean>;
  /** Is told why a thing failed: it can't be decided, or not be written. */
  readonly onFailed: (thing: Due, error: unknown, isPutAside: boolean) => void;
}

/** Users of a batch: more would make requests of the same users wait longer. */
export const DUE_BATCH = 200;

/** Throws where the database's clock, by which all writes are decided, is not right. */
export type WriteClock = Pick<ClockWatch, 'require'>;

interface Sweep<Thing extends Due> {
  readonly database: Database;
  readonly rules: RulesCache;
  readonly clock: WriteClock;
  readonly work: DueWork<Thing>;
  /** How many users at most. */
  readonly limit: number;
}

/**
 * Does a batch of due work, all in one transaction, and answers how many users it was about. A batch
 * that fails is done user by user, and a user of whom something fails thing by thing. Any number of
 * nodes may do this: each thing happens once.
 */
export async function commitDueWork<Thing extends Due>(sweep: Sweep<Thing>): Promise<number> {
  let users: readonly DueUser[] = [];
  // Read once, where a node has read none yet: inside the transaction they would be read for each batch.
  await sweep.rules.at(0n);
  try {
    await commitUsers(sweep, async (session, now) => {
      users = await sweep.work.lock(session, now, sweep.limit);
      return users;
    });
  } catch (error) {
    if (users.length === 0) throw error;
    const passing: unknown[] = [];
    for (const { id } of users) {
      await commitAlone(sweep, id).catch((reason: unknown) => passing.push(reason));
    }
    if (passing.length > 0) throw passing[0];
  }
  return users.length;
}

/** Locks users, and does what is due of them. The terms stay as they are until it is written. */
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

/** One user of a batch that failed. Throws where the failure may pass: then everything is as it was. */
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
      const isPutAside = await database.transaction((session) =>
        work.postpone(session, now, thing),
      );
      work.onFailed(thing, error, isPutAside);
    }
  }
}

/** Whether a failure lies with the database and what else it does now: it says nothing about what is due. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ClockSkewed) return true;
  const isLostRace = 'code' in error && String(error.code).startsWith('40');
  return isLostRace || isUnavailable(error);
}
