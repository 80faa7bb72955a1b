import { type Session, type Statement, anyOf, arrayOf, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';

/** What a write holds, always taken in this order, so that no two writes wait for each other. */
export interface RowLocks {
  /** All decisions about how much LMT may still be issued. */
  readonly supply?: boolean;
  readonly users?: readonly string[];
  readonly deposits?: readonly string[];
  /** All reservations of the treasury's money. */
  readonly treasury?: boolean;
  readonly payouts?: readonly string[];
}

const rowsOf = (table: string): Statement =>
  statement(`lock-${table}`, `select from ${table} where id = ${anyOf(1)} order by id for update`);
const USERS = rowsOf('users');
const DEPOSITS = rowsOf('deposits');
const PAYOUTS = rowsOf('payouts');

/** Takes locks in the caller's transaction; they end with it. */
export async function lockRows(transaction: Session, locks: RowLocks): Promise<void> {
  const rows = async (asked: Statement, ids: readonly string[] = []): Promise<void> => {
    if (ids.length > 0) await transaction.query(asked, [arrayOf(ids)]);
  };
  if (locks.supply) await lock(transaction, 'supply');
  await rows(USERS, locks.users);
  await rows(DEPOSITS, locks.deposits);
  if (locks.treasury) await lock(transaction, 'treasury');
  await rows(PAYOUTS, locks.payouts);
}
