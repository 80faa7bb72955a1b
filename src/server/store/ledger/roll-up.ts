import { type Database, type Session, only, statement } from '../db/database.ts';
import { exclusively } from '../db/transactions.ts';

const LOCK_HORIZON = statement(
  'ledger-horizon-lock',
  'select xid::text as since from ledger_horizon for update',
);
/**
 * Every transaction below it has ended, so nothing can still appear under it. Asked for only when the
 * lock is held: a snapshot from before the wait would take the horizon back, and count twice.
 */
const READ_HORIZON = statement(
  'ledger-horizon-read',
  'select pg_snapshot_xmin(pg_current_snapshot())::text as until',
);
const FOLD_LEDGER = statement(
  'ledger-fold',
  `with entries as materialized (select * from ledger_entries($1::text::xid8)),
   sums as (insert into ledger_sums as s (kind, asset, amount)
     select kind, asset, sum(amount) from entries group by kind, asset
     on conflict (kind, asset) do update set amount = s.amount + excluded.amount),
   hours as (insert into ledger_hours as h (hour, kind, amount)
     select date_trunc('hour', effective_at, 'UTC'), kind, sum(amount) from entries
     where ref is null and asset = 'LMT' group by 1, 2
     on conflict (hour, kind) do update set amount = h.amount + excluded.amount),
   ranks as (insert into unstaked_ranks as r (user_id, amount)
     select ref, sum(amount) from entries where kind = 'unstaked' group by ref
     on conflict (user_id) do update set amount = r.amount + excluded.amount)
   update ledger_horizon set xid = $1::text::xid8`,
);
/** What is not committed yet stays where it is, for the next time. */
const FOLD_TALLIES = statement(
  'tallies-fold',
  `with taken as (delete from tally_changes returning name, hour, amount)
   insert into tallies as t (name, hour, amount)
   select name, hour, sum(amount) from taken group by name, hour
   on conflict (name, hour) do update set amount = t.amount + excluded.amount`,
);
const IS_DUE = statement(
  'roll-up-due',
  `select exists (select from tally_changes)
     or (select max(xid) from journals) >= (select xid from ledger_horizon) is true as due`,
);

/** Folds what was written since the last time into what is kept, so that reading it stays quick. */
export async function rollUp(database: Database): Promise<void> {
  await exclusively(database, { name: 'rollUp', takesLong: true }, async (session) => {
    const { since } = only(await session.query<{ since: string }>(LOCK_HORIZON));
    const { until } = only(await session.query<{ until: string }>(READ_HORIZON));
    await session.query(FOLD_TALLIES);
    // An old transaction anywhere on the server holds the horizon where it is; it never goes back.
    if (BigInt(until) > BigInt(since)) await session.query(FOLD_LEDGER, [until]);
  });
}

/** Whether anything was written since. */
export async function isRollUpDue(session: Session): Promise<boolean> {
  return only(await session.query<{ due: boolean }>(IS_DUE)).due;
}

/** Ids of transactions that this server has not reached: they are another server's. */
const IS_RESTORED = statement(
  'ledger-restored',
  `select h.xid > s.next
     or h.restored_from is null and (select max(xid) from journals) >= s.next is true as restored
   from ledger_horizon h, (select pg_snapshot_xmax(pg_current_snapshot()) as next) s`,
);
const RECOUNT = statement('ledger-recount', 'select recount_ledger()');

/**
 * Counts the ledger again where a dump of it was restored on a server with lower transaction ids: what
 * is written there would lie below the horizon, and never be counted. Answers whether it was.
 */
export async function recountRestored(database: Database): Promise<boolean> {
  return exclusively(database, { name: 'rollUp', takesLong: true }, async (session) => {
    const { restored } = only(await session.query<{ restored: boolean }>(IS_RESTORED));
    if (restored) await session.query(RECOUNT);
    return restored;
  });
}
