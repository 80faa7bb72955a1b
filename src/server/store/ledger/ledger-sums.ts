import type { AccountKind } from '#domain/base/ledger';
import type { Lmt, Token } from '#domain/base/money';
import { type Session, only, statement } from '../db/database.ts';

/** What all postings to a kind of account add up to. */
export interface LedgerSum {
  readonly kind: AccountKind;
  readonly asset: Token;
  readonly amount: bigint;
}

/** The sums of the ledger by kind and asset as rows: what is kept, and what came since. */
export const LEDGER_SUMS = `(select kind, asset, sum(amount) as amount from (
    select kind, asset, amount from ledger_sums
    union all select kind, asset, amount from ledger_entries()) e
  group by kind, asset)`;
/** LMT of system accounts by the hour in which it took effect, as rows. */
export const LEDGER_HOURS = `(select hour, kind, sum(amount) as amount from (
    select hour, kind, amount from ledger_hours
    union all select date_trunc('hour', effective_at, 'UTC'), kind, amount from ledger_entries()
      where ref is null and asset = 'LMT') e
  group by hour, kind)`;
/** Ids of users whose unstaked LMT may not be what unstaked_ranks says: it has changed since. */
export const UNRANKED = `(select distinct ref as id from ledger_entries() where kind = 'unstaked')`;
export type LedgerSumRow = Omit<LedgerSum, 'amount'> & { readonly amount: string };

export const SUM_ROWS = `select kind, asset, amount::text as amount from ${LEDGER_SUMS} s`;
const READ = statement('ledger-sums', SUM_ROWS);

export const ledgerSum = (row: LedgerSumRow): LedgerSum => ({
  ...row,
  amount: BigInt(row.amount),
});

/** The sums of the whole ledger, of one moment. */
export async function readLedgerSums(session: Session): Promise<LedgerSum[]> {
  return (await session.query<LedgerSumRow>(READ)).map(ledgerSum);
}

/** Counts by name and hour, as rows: what is kept, and what came since; 'epoch' is the hour of those of now. */
export const TALLIES = `(select name, hour, sum(amount) as amount from (
    select name, hour, amount from tallies union all select name, hour, amount from tally_changes) e
  group by name, hour)`;

/** LMT issued less burned, as an expression: what stands on the accounts that hold LMT. */
export const ISSUED_LMT = `(select coalesce(sum(amount), 0)::bigint from ${LEDGER_SUMS} s
   where asset = 'LMT' and kind in ('unstaked', 'bond', 'vault', 'escrow'))`;
const ISSUED = statement('supply-issued', `select ${ISSUED_LMT} as amount`);

/** LMT issued less burned. */
export async function readIssued(session: Session): Promise<Lmt> {
  return only(await session.query<{ amount: Lmt }>(ISSUED)).amount;
}
