export { readTotals as readLedgerSums, type Total as LedgerSum } from './totals.ts';
export const TALLIES = `(select 'x' as name, now() as hour, 1 as amount where false)`;
export const LEDGER_HOURS = `(select now() as hour, 'issuance'::account_kind as kind, 1 as amount where false)`;
export const UNRANKED = `(select ref as id from balances where kind = 'unstaked')`;
