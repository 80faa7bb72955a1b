import type { ActivityCounts, Counted, SourceSums, UserCounts } from '#domain/treasury/analytics';
import type { NumberedItem } from '#domain/base/change';
import type { PayToken } from '#domain/base/money';
import type { SourceSum } from '#domain/treasury/issuance';
import { activeBondsStartAfter } from '#domain/bonds/bond';
import { type Instant, iso } from '#domain/base/time';
import type { Granularity } from '#domain/treasury/treasury-points';
import { type Session, only, statement } from '../db/database.ts';
import type { OwnedRow } from '../entities/entity.ts';
import { HISTORY_ITEM } from '../entities/history-item.ts';
import { NEWEST_HISTORY } from '../users/history.ts';

/** How many there are of everything. */
export interface Counts {
  readonly totalUsers: number;
  readonly newUsers: number;
  readonly totalBonds: number;
  readonly activeBonds: number;
  readonly totalStakes: number;
  readonly activeStakes: number;
}

const COUNTS = statement(
  'admin-counts',
  `select u.total as "totalUsers", u.new as "newUsers", b.total as "totalBonds",
     b.active as "activeBonds", v.total as "totalStakes", v.active as "activeStakes"
   from (select count(*)::integer as total,
       count(*) filter (where created_at >= $1)::integer as new from users
       where deleted_at is null) u,
     (select count(*)::integer as total, count(*) filter (where status = 'confirmed'
         and starts_at > $2)::integer as active from bonds
       where deleted_at is null) b,
     (select count(*)::integer as total,
       count(*) filter (where status = 'active')::integer as active from vaults
       where deleted_at is null and not voided) v`,
);

/** Counts as they stand at `now`; users count as new from `since` on. */
export async function readCounts(session: Session, since: Instant, now: Instant): Promise<Counts> {
  const params = [iso(since), iso(activeBondsStartAfter(now))];
  return only(await session.query<Counts>(COUNTS, params));
}

const SOURCES = statement(
  'admin-lmt-sources',
  `select kind, sum(amount)::text as amount from (
     select kind, amount from system_sums where asset = 'LMT'
     union all
     select p.kind, p.amount from journals j
     join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at
     where j.xid >= (select xid from system_horizon) and p.ref is null and p.asset = 'LMT') s
   group by kind`,
);

type SumRow<T> = Omit<T, 'amount'> & { readonly amount: string };
const exact = <T extends { readonly amount: string }>(row: T) => ({
  ...row,
  amount: BigInt(row.amount),
});

/** What each system account has of LMT. */
export async function readLmtSources(session: Session): Promise<SourceSum[]> {
  return (await session.query<SumRow<SourceSum>>(SOURCES)).map(exact);
}

/** A line of somebody's history. */
export interface Activity extends NumberedItem {
  readonly userId: string;
  readonly wallet: string;
}

const NEWEST = statement(
  'admin-activity',
  `select i.*, h.user_id, u.wallet from (${NEWEST_HISTORY}) i
   join history h on h.id = i.id join users u on u.id = h.user_id order by i.at desc, i.id desc`,
);

/** What users did last, newest first. */
export async function newestActivity(session: Session, limit: number): Promise<Activity[]> {
  const rows = await session.query<OwnedRow & { readonly wallet: string }>(NEWEST, [limit]);
  return rows.map((row) => ({
    ...HISTORY_ITEM.read(row),
    userId: row.user_id,
    wallet: row.wallet,
  }));
}

/** A payout that is final. */
export interface FinalPayout {
  readonly receiver: string;
  readonly userId: string | null;
  readonly amount: bigint;
  readonly token: PayToken;
  readonly at: Instant;
}

const PAID = statement(
  'admin-paid',
  `select o.receiver, o.user_id as "userId", o.amount, o.token, o.settled_at as at from payouts o
   where o.status = 'finalized' order by o.settled_at desc, o.id desc limit $1`,
);

/** What was paid out last, newest first. */
export function newestPayouts(session: Session, limit: number): Promise<FinalPayout[]> {
  return session.query<FinalPayout>(PAID, [limit]);
}

const BORN = statement(
  'admin-born',
  'select effective_at as at from settings order by effective_at, id limit 1',
);

/** When the protocol began. */
export async function readBorn(session: Session): Promise<Instant> {
  return only(await session.query<{ at: Instant }>(BORN)).at;
}

const BEFORE = statement(
  'admin-users-before',
  `select (count(*) filter (where created_at < $1)
     - count(*) filter (where deleted_at < $1))::integer as count from users`,
);
const USERS = statement(
  'admin-users-over-time',
  `select date_trunc($1, at)::timestamptz(3) as at, sum(joined)::integer as joined,
     sum(gone)::integer as "left"
   from (select created_at as at, 1 as joined, 0 as gone from users where created_at >= $2
     union all select deleted_at, 0, 1 from users where deleted_at >= $2) u
   group by 1`,
);
const ACTIVITY = statement(
  'admin-activity-over-time',
  `select date_trunc($1, at)::timestamptz(3) as at,
     count(*) filter (where type = 'bond')::integer as bonds,
     count(*) filter (where type = 'stake')::integer as stakes,
     count(*) filter (where type = 'sell')::integer as sells
   from history where at >= $2 and note is null and type in ('bond', 'stake', 'sell') group by 1`,
);
/** What took effect since an instant was written down since then too, which spares the older partitions. */
const ISSUANCE = statement(
  'admin-issuance-over-time',
  `select date_trunc($1, j.effective_at)::timestamptz(3) as at, p.kind, sum(p.amount)::text as amount
   from journals j join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at
   where j.recorded_at >= $2 and p.recorded_at >= $2 and j.effective_at >= $2
     and p.ref is null and p.asset = 'LMT'
   group by 1, 2`,
);

/** What happened since an instant, by the hour or by the day (UTC). */
export async function readCounted(
  session: Session,
  granularity: Granularity,
  from: Instant,
): Promise<Counted> {
  const params = [granularity, iso(from)];
  return {
    usersBefore: only(await session.query<{ count: number }>(BEFORE, [iso(from)])).count,
    users: await session.query<UserCounts>(USERS, params),
    activity: await session.query<ActivityCounts>(ACTIVITY, params),
    issuance: (await session.query<SumRow<SourceSums>>(ISSUANCE, params)).map(exact),
  };
}
