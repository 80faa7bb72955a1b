import type { ActivityCounts, Counted, SourceSums, UserCounts } from '#domain/treasury/analytics';
import type { NumberedItem } from '#domain/base/change';
import { isHeld } from '#domain/base/ledger';
import type { PayToken } from '#domain/base/money';
import type { SourceSum } from '#domain/treasury/issuance';
import { activeBondsStartAfter } from '#domain/bonds/bond';
import { HOUR_MS, type Instant, after, iso } from '#domain/base/time';
import type { Granularity } from '#domain/treasury/treasury-points';
import { type Session, only, statement } from '../kernel/db/database.ts';
import { firstIdAt } from '../kernel/db/ids.ts';
import type { OwnedRow } from '../kernel/entities/entity.ts';
import { HISTORY_ITEM } from '../kernel/entities/history-item.ts';
import { type Total, readTotals } from '../kernel/ledger/totals.ts';
import { NEWEST_HISTORY } from '../portfolio/history-queries.ts';

/** Numbers of users, bonds and stakes. */
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
  `select (select count(*)::integer from users where deleted_at is null) as "totalUsers",
     (select count(*)::integer from users where deleted_at is null and created_at >= $1) as "newUsers",
     (select count(*)::integer from bonds where deleted_at is null) as "totalBonds",
     (select count(*)::integer from bonds where status = 'confirmed' and deleted_at is null
        and starts_at > $2) as "activeBonds", v.*
   from (select count(*)::integer as "totalStakes",
       count(*) filter (where status = 'active')::integer as "activeStakes"
     from vaults where deleted_at is null and not voided) v`,
);

/** Returns the counts at `now`. Users created at or after `since` count as new. */
export async function readCounts(session: Session, since: Instant, now: Instant): Promise<Counts> {
  const params = [iso(since), iso(activeBondsStartAfter(now))];
  return only(await session.query<Counts>(COUNTS, params));
}

const isSource = (total: Total): total is Total & SourceSum =>
  total.asset === 'LMT' && !isHeld(total.kind);

/** Returns the LMT total of each system account. */
export async function readLmtSources(session: Session): Promise<SourceSum[]> {
  return (await readTotals(session)).filter(isSource);
}

/** Line of a user's history, with its user. */
export interface Activity extends NumberedItem {
  readonly userId: string;
  readonly wallet: string;
}

const NEWEST = statement(
  'admin-activity',
  `select i.*, u.wallet from (${NEWEST_HISTORY}) i join users u on u.id = i.user_id
   order by i.at desc, i.id desc`,
);

/** Returns the newest lines of all users' histories, newest first. */
export async function newestActivity(session: Session, limit: number): Promise<Activity[]> {
  const rows = await session.query<OwnedRow & { readonly wallet: string }>(NEWEST, [limit]);
  return rows.map((row) => ({
    ...HISTORY_ITEM.read(row),
    userId: row.user_id,
    wallet: row.wallet,
  }));
}

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

/** Returns the newest finalized payouts, newest first. */
export function newestPayouts(session: Session, limit: number): Promise<FinalPayout[]> {
  return session.query<FinalPayout>(PAID, [limit]);
}

const BEGAN = statement(
  'admin-born',
  'select made_at as at from setting_changes order by id limit 1',
);

/** Returns when the protocol began: when the first setting was made. */
export async function readStartTime(session: Session): Promise<Instant> {
  return only(await session.query<{ at: Instant }>(BEGAN)).at;
}

/** Bucket lengths as SQL intervals. Buckets begin at full hours and days (UTC). */
const BUCKETS: { readonly [G in Granularity]: string } = { hour: '1 hour', day: '1 day' };
const bucketOf = (at: string): string => `date_bin($1::interval, ${at}, timestamptz 'epoch')`;

/** Counts users who joined and left: by bucket from $2 on, and as one row before $2 (`at` is null). */
const USERS = statement(
  'admin-users-over-time',
  `select case when at >= $2 then ${bucketOf('at')} end as at,
     count(*) filter (where joins)::integer as joined,
     count(*) filter (where not joins)::integer as "left"
   from (select created_at as at, true as joins from users
     union all select deleted_at, false from users where deleted_at is not null) u group by 1`,
);
const ACTIVITY = statement(
  'admin-activity-over-time',
  `select ${bucketOf('at')} as at, count(*) filter (where type = 'bond')::integer as bonds,
     count(*) filter (where type = 'stake')::integer as stakes,
     count(*) filter (where type = 'sell')::integer as sells
   from history where at >= $2 and note is null group by 1`,
);
/**
 * LMT posted to system accounts, by bucket and kind. A journal's id holds the time of its recording, which is
 * not before its effect, so the id bounds the scan.
 */
const ISSUANCE = statement(
  'admin-issuance-over-time',
  `select ${bucketOf('j.effective_at')} as at, p.kind, sum(p.amount)::text as amount
   from journals j join postings p on p.journal_id = j.id
   where j.effective_at >= $2 and j.id >= $3 and p.journal_id >= $3
     and p.ref is null and p.asset = 'LMT'
   group by 1, 2`,
);
/** Upper bound of the skew between the clocks that set ids and times. */
const CLOCK_SKEW_MS_MAX = HOUR_MS;

/** Returns users, activity and issuance since an instant, by the hour or by the day (UTC). */
export async function readCounted(
  session: Session,
  granularity: Granularity,
  from: Instant,
): Promise<Counted> {
  const params = [BUCKETS[granularity], iso(from)];
  type UserRow = Omit<UserCounts, 'at'> & { readonly at: Instant | null };
  type SumRow = Omit<SourceSums, 'amount'> & { readonly amount: string };
  const users = await session.query<UserRow>(USERS, params);
  const before = users.find(({ at }) => at === null);
  const firstId = firstIdAt(after(from, -CLOCK_SKEW_MS_MAX));
  const issuance = await session.query<SumRow>(ISSUANCE, [...params, firstId]);
  return {
    usersBefore: before ? before.joined - before.left : 0,
    users: users.flatMap(({ at, ...counts }) => (at === null ? [] : [{ at, ...counts }])),
    activity: await session.query<ActivityCounts>(ACTIVITY, params),
    issuance: issuance.map((row) => ({ ...row, amount: BigInt(row.amount) })),
  };
}
