import { type Session, type Statement, anyOf, arrayOf, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';

/** Locks of a write. Always taken in this order, so that no two writes deadlock. */
export interface RowLocks {
  /** Serializes changes of settings. */
  readonly settings?: boolean;
  /** Serializes entries in the LMT price's history. */
  readonly lmtPrice?: boolean;
  /** Serializes pausing and resuming. */
  readonly pauses?: boolean;
  /** Serializes changes of the terms, after all writes that a sweep decided on the old terms. */
  readonly terms?: boolean;
  /** Serializes decisions that depend on the issued LMT. */
  readonly supply?: boolean;
  readonly users?: readonly string[];
  readonly deposits?: readonly string[];
  /** Serializes reservations of the treasury's money. */
  readonly treasury?: boolean;
  readonly payouts?: readonly string[];
  /** Serializes amounts that the owner enters for the treasury. */
  readonly holdings?: boolean;
}

const rowsOf = (table: string): Statement =>
  statement(`lock-${table}`, `select from ${table} where id = ${anyOf(1)} order by id for update`);
/** Locks users by id; returns the id and version of each. */
export const LOCK_USERS = statement(
  'lock-users-version',
  `select id, version from users where id = ${anyOf(1)} order by id for update`,
);
/** Locks users by id, but skips rows that another transaction holds. */
export const LOCK_FREE_USERS = statement(
  'lock-free-users-version',
  `select id, version from users where id = ${anyOf(1)} order by id for update skip locked`,
);
const USERS = rowsOf('users');
const DEPOSITS = rowsOf('deposits');
const PAYOUTS = rowsOf('payouts');
const TERMS = statement('lock-terms', 'select from protocol for update');
const HOLDINGS = statement('lock-holdings', 'select from holdings order by symbol for update');

/** Takes locks in the caller's transaction, until it ends. */
export async function lockRows(transaction: Session, locks: RowLocks): Promise<void> {
  const rows = async (asked: Statement, ids: readonly string[] = []): Promise<void> => {
    if (ids.length > 0) await transaction.query(asked, [arrayOf(ids)]);
  };
  const named = (['settings', 'lmtPrice', 'pauses', 'terms'] as const).filter(
    (name) => locks[name],
  );
  await lock(transaction, ...named);
  // Also locks the row that nodes of an earlier version share, which do not know the lock of the terms.
  if (locks.terms) await transaction.query(TERMS);
  if (locks.supply) await lock(transaction, 'supply');
  await rows(USERS, locks.users);
  await rows(DEPOSITS, locks.deposits);
  if (locks.treasury) await lock(transaction, 'treasury');
  await rows(PAYOUTS, locks.payouts);
  if (locks.holdings) await transaction.query(HOLDINGS);
}

/**
 * True if `held` contains all users, deposits and payouts, the supply and the treasury that `needed` names.
 */
export function holds(held: RowLocks, needed: RowLocks): boolean {
  const rows = (['users', 'deposits', 'payouts'] as const).every((table) =>
    (needed[table] ?? []).every((id) => held[table]?.includes(id)),
  );
  return rows && (!needed.supply || !!held.supply) && (!needed.treasury || !!held.treasury);
}

const LOCK = statement('user-lock-version', 'select version from users where id = $1 for update');

/** Locks a user in the caller's transaction. Returns the user's version; throws if there is no such user. */
export async function lockUser(transaction: Session, id: string): Promise<bigint> {
  const [row] = await transaction.query<{ version: bigint }>(LOCK, [id]);
  if (!row) throw new Error(`no user ${id}`);
  return row.version;
}
