import { type Database, only, statement } from '../db/database.ts';
import { exclusively } from '../db/transactions.ts';

const LOCK_HORIZON = statement(
  'system-horizon-lock',
  'select xid::text as since from system_horizon for update',
);
/**
 * Every transaction below it has ended, so nothing can still appear under it. Asked for only when the
 * lock is held: a snapshot from before the wait would take the horizon back, and count twice.
 */
const READ_HORIZON = statement(
  'system-horizon-read',
  'select pg_snapshot_xmin(pg_current_snapshot())::text as until',
);
const ROLL_UP = statement(
  'system-roll-up',
  `insert into system_sums as s (kind, asset, amount)
   select p.kind, p.asset, sum(p.amount) from journals j
   join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at
   where j.xid >= $1::text::xid8 and j.xid < $2::text::xid8 and p.ref is null
   group by p.kind, p.asset
   on conflict (kind, asset) do update set amount = s.amount + excluded.amount`,
);
const MOVE_HORIZON = statement(
  'system-horizon-move',
  'update system_horizon set xid = $1::text::xid8',
);

/** Folds what was written since the last time into the kept sums, so that reading them stays quick. */
export async function rollUp(database: Database): Promise<void> {
  await exclusively(database, 'systemSums', async (session) => {
    const { since } = only(await session.query<{ since: string }>(LOCK_HORIZON));
    const { until } = only(await session.query<{ until: string }>(READ_HORIZON));
    // An old transaction anywhere on the server holds the horizon where it is; it never goes back.
    if (BigInt(until) <= BigInt(since)) return;
    await session.query(ROLL_UP, [since, until]);
    await session.query(MOVE_HORIZON, [until]);
  });
}
