import type { AccountKind } from '#domain/base/ledger';
import type { Lmt, Token } from '#domain/base/money';
import { type Session, only, statement } from '../db/database.ts';

/** Sum of all postings to a kind of account in an asset. */
export interface Total {
  readonly kind: AccountKind;
  readonly asset: Token;
  readonly amount: bigint;
}

/** Total as a query returns it: the amount as text. */
export type TotalRow = Omit<Total, 'amount'> & { readonly amount: string };

/** Totals over all stripes, as rows. */
export const TOTALS = `(select kind, asset, sum(amount) as amount from totals group by kind, asset)`;
export const TOTAL_ROWS = `select kind, asset, amount::text as amount from ${TOTALS} t`;
const READ = statement('totals', TOTAL_ROWS);

export const totalOf = (row: TotalRow): Total => ({ ...row, amount: BigInt(row.amount) });

/** Returns all totals of the ledger from one snapshot. */
export async function readTotals(session: Session): Promise<Total[]> {
  return (await session.query<TotalRow>(READ)).map(totalOf);
}

/**
 * LMT issued minus LMT burned, as an SQL expression: the sum of all accounts that hold LMT. Exact in a
 * statement that begins after the supply lock was taken.
 */
export const ISSUED_LMT = `(select coalesce(sum(amount), 0)::bigint from totals
   where asset = 'LMT' and kind in ('unstaked', 'bond', 'vault', 'escrow'))`;
const ISSUED = statement('supply-issued', `select ${ISSUED_LMT} as amount`);

/** Returns LMT issued minus LMT burned. */
export async function readIssued(session: Session): Promise<Lmt> {
  return only(await session.query<{ amount: Lmt }>(ISSUED)).amount;
}
