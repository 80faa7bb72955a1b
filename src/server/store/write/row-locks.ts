import { type Session, type Statement, anyOf, arrayOf, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';

/** What a write holds, always taken in this order, so that no two writes wait for each other. */
export interface RowLocks {
  /** All changes of settings. */
  readonly settings?: boolean;
  /** All entries in the LMT price's history. */
  readonly lmtPrice?: boolean;
  /** All switchings of the pause. */
  readonly pauses?: boolean;
  /** All changes of the terms, after everything that a sweep has decided on them. */
  readonly terms?: boolean;
  /** All decisions about how much LMT may still be issued. */
  readonly supply?: boolean;
  readonly users?: readonly string[];
  readonly deposits?: readonly string[];
  /** All reservations of the treasury's money. */
  readonly treasury?: boolean;
  readonly payouts?: readonly string[];
  /** All amounts that the owner enters for the treasury. */
  readonly holdings?: boolean;
}

const rowsOf = (table: string): Statement =>
  statement(`lock-${table}`, `select from ${table} where id = ${anyOf(1)} order by id for update`);
/** By id; returns the id and version of each user. */
export const LOCK_USERS = statement(
  'lock-users-version',
  `select id, version from users where id = ${anyOf(1)} order by id for update`,
);
/** The same, without the users whose row another transaction holds. */
export const LOCK_FREE_USERS = statement(
  'lock-free-users-version',
  `select id, version from users where id = ${anyOf(1)} order by id for update skip locked`,
);
const USERS = rowsOf('users');
const DEPOSITS = rowsOf('deposits');
const PAYOUTS = rowsOf('payouts');
const TERMS = statement('lock-terms', 'select from protocol for update');
const HOLDINGS = statement('lock-holdings', 'select from holdings order by symbol for update');

/** Takes locks in the caller's transaction; they end with it. */
export async function lockRows(transaction: Session, locks: RowLocks): Promise<void> {
  const rows = async (asked: Statement, ids: readonly string[] = []): Promise<void> => {
    if (ids.length > 0) await transaction.query(asked, [arrayOf(ids)]);
  };
  const named = (['settings', 'lmtPrice', 'pauses', 'terms'] as const).filter(
    (name) => locks[name],
  );
  await lock(transaction, ...named);
  // Also what a node of an earlier version shares, which knows no lock of the terms.
  if (locks.terms) await transaction.query(TERMS);
  if (locks.supply) await lock(transaction, 'supply');
  await rows(USERS, locks.users);
  await rows(DEPOSITS, locks.deposits);
  if (locks.treasury) await lock(transaction, 'treasury');
  await rows(PAYOUTS, locks.payouts);
  if (locks.holdings) await transaction.query(HOLDINGS);
}

/** Whether all locks that are needed are held. */
export function holds(held: RowLocks, needed: RowLocks): boolean {
  const rows = (['users', 'deposits', 'payouts'] as const).every((table) =>
    (needed[table] ?? []).every((id) => held[table]?.includes(id)),
  );
  return rows && (!needed.supply || !!held.supply) && (!needed.treasury || !!held.treasury);
}

const LOCK = statement('user-lock-version', 'select version from users where id = $1 for update');

/** The user's version, locked in the caller's transaction until it ends. */
export async function lockUser(transaction: Session, id: string): Promise<bigint> {
  const [row] = await transaction.query<{ version: bigint }>(LOCK, [id]);
  if (!row) throw new Error(`no user ${id}`);
  return row.version;
}
