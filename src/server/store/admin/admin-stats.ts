import type { ActivityCounts, Counted, SourceSums, UserCounts } from '#domain/treasury/analytics';
import type { NumberedItem } from '#domain/base/change';
import { isHeld } from '#domain/base/ledger';
import type { PayToken } from '#domain/base/money';
import type { SourceSum } from '#domain/treasury/issuance';
import { activeBondsStartAfter } from '#domain/bonds/bond';
import { type Instant, iso } from '#domain/base/time';
import type { Granularity } from '#domain/treasury/treasury-points';
import { type Session, only, statement } from '../db/database.ts';
import type { OwnedRow } from '../entities/entity.ts';
import { HISTORY_ITEM } from '../entities/history-item.ts';
import { type LedgerSum, LEDGER_HOURS, readLedgerSums, TALLIES } from '../ledger/ledger-sums.ts';
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

const nextHour = (at: string): string =>
  `date_trunc('hour', ${at}::timestamptz, 'UTC') + interval '1 hour'`;
/** Of the hour in which new users or locks begin to count they are counted one by one. */
const COUNTS = statement(
  'admin-counts',
  `select coalesce(sum(amount) filter (where name = 'joined'), 0)::integer
       - coalesce(sum(amount) filter (where name = 'left'), 0)::integer as "totalUsers",
     coalesce(sum(amount) filter (where name = 'bonds'), 0)::integer as "totalBonds",
     coalesce(sum(amount) filter (where name = 'stakes'), 0)::integer as "totalStakes",
     coalesce(sum(amount) filter (where name = 'active stakes'), 0)::integer as "activeStakes",
     coalesce(sum(amount) filter (where name = 'joined' and hour > $1), 0)::integer
       - (select count(*)::integer from users where deleted_at is not null and created_at >= ${nextHour('$1')})
       + (select count(*)::integer from users where deleted_at is null
         and created_at >= $1 and created_at < ${nextHour('$1')}) as "newUsers",
     coalesce(sum(amount) filter (where name = 'locked bonds' and hour > $2), 0)::integer
       + (select count(*)::integer from bonds where status = 'confirmed' and deleted_at is null
         and starts_at > $2 and starts_at < ${nextHour('$2')}) as "activeBonds"
   from ${TALLIES} t
   where name in ('joined', 'left', 'bonds', 'stakes', 'active stakes')
     or name = 'locked bonds' and hour > $2`,
);

/** Counts as they stand at `now`; users count as new from `since` on. */
export async function readCounts(session: Session, since: Instant, now: Instant): Promise<Counts> {
  const params = [iso(since), iso(activeBondsStartAfter(now))];
  return only(await session.query<Counts>(COUNTS, params));
}

const isSource = (sum: LedgerSum): sum is LedgerSum & SourceSum =>
  sum.asset === 'LMT' && !isHeld(sum.kind);

/** What each system account has of LMT. */
export async function readLmtSources(session: Session): Promise<SourceSum[]> {
  return (await readLedgerSums(session)).filter(isSource);
}

/** A line of a user's history. */
export interface Activity extends NumberedItem {
  readonly userId: string;
  readonly wallet: string;
}

const NEWEST = statement(
  'admin-activity',
  `select i.*, u.wallet from (${NEWEST_HISTORY}) i join users u on u.id = i.user_id
   order by i.at desc, i.id desc`,
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
  'select made_at as at from setting_changes order by id limit 1',
);

/** When the protocol began. */
export async function readBorn(session: Session): Promise<Instant> {
  return only(await session.query<{ at: Instant }>(BORN)).at;
}

const BEFORE = statement(
  'admin-users-before',
  `select coalesce(sum(case name when 'joined' then amount else -amount end), 0)::integer as count
   from ${TALLIES} t where name in ('joined', 'left') and hour < $1`,
);
const USERS = statement(
  'admin-users-over-time',
  `select date_trunc($1, hour, 'UTC')::timestamptz(3) as at,
     coalesce(sum(amount) filter (where name = 'joined'), 0)::integer as joined,
     coalesce(sum(amount) filter (where name = 'left'), 0)::integer as "left"
   from ${TALLIES} t where name in ('joined', 'left') and hour >= $2 group by 1`,
);
const ACTIVITY = statement(
  'admin-activity-over-time',
  `select date_trunc($1, hour, 'UTC')::timestamptz(3) as at,
     coalesce(sum(amount) filter (where name = 'bond line'), 0)::integer as bonds,
     coalesce(sum(amount) filter (where name = 'stake line'), 0)::integer as stakes,
     coalesce(sum(amount) filter (where name = 'sell line'), 0)::integer as sells
   from ${TALLIES} t where name in ('bond line', 'stake line', 'sell line') and hour >= $2 group by 1`,
);
const ISSUANCE = statement(
  'admin-issuance-over-time',
  `select date_trunc($1, hour, 'UTC')::timestamptz(3) as at, kind, sum(amount)::text as amount
   from ${LEDGER_HOURS} h where hour >= $2 group by 1, 2`,
);

/** What happened since an instant, by the hour or by the day (UTC). */
export async function readCounted(
  session: Session,
  granularity: Granularity,
  from: Instant,
): Promise<Counted> {
  const params = [granularity, iso(from)];
  type SumRow = Omit<SourceSums, 'amount'> & { readonly amount: string };
  const issuance = await session.query<SumRow>(ISSUANCE, params);
  return {
    usersBefore: only(await session.query<{ count: number }>(BEFORE, [iso(from)])).count,
    users: await session.query<UserCounts>(USERS, params),
    activity: await session.query<ActivityCounts>(ACTIVITY, params),
    issuance: issuance.map((row) => ({ ...row, amount: BigInt(row.amount) })),
  };
}
