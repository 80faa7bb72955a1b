import type { HealthSnapshot } from '#domain/alerts/alerts';
import { SELL_ANSWER_MS } from '#domain/terms/terms';
import { HOUR_MS, type Instant, after, iso } from '#domain/base/time';
import { type Session, only, statement } from '../kernel/db/database.ts';
import { firstIdAt } from '../kernel/db/ids.ts';
import { IS_OPEN_PAYOUT } from '../kernel/entities/payout.ts';

const PING = statement('health-ping', 'select 1 as one');

/** Returns the duration of a query without work, in milliseconds with two decimals. */
export async function pingMs(session: Session): Promise<number> {
  const began = performance.now();
  await session.query(PING);
  return Math.round((performance.now() - began) * 100) / 100;
}

const SESSIONS = statement(
  'health-sessions',
  `select (select count(*)::integer from sessions where expires_at > db_now()) as users,
     (select count(*)::integer from admin_sessions
      where idle_until > db_now() and ends_at > db_now()) as admins`,
);

/** Returns the number of valid sessions of users and of admins. */
export async function countSessions(
  session: Session,
): Promise<{ readonly users: number; readonly admins: number }> {
  return only(await session.query(SESSIONS));
}

const TRANSACTIONS = statement(
  'health-transactions',
  `select (p.good + b.good)::integer as settled, (p.bad + b.bad)::integer as failed
   from (select count(*) filter (where status = 'finalized') as good,
       count(*) filter (where status = 'failed') as bad from payouts where settled_at >= $1) p,
     (select count(*) filter (where status in ('confirmed', 'completed')) as good,
       count(*) filter (where status = 'failed') as bad from bonds
      where created_at >= $1 and id >= $2) b`,
);
/**
 * Upper bound of clock skew. A bond gets its id when it is first seen, which is not before its creation time.
 */
const CLOCK_SKEW_MS_MAX = HOUR_MS;

/** Returns how many payouts and bonds succeeded and failed since an instant. */
export async function countTransactions(
  session: Session,
  since: Instant,
): Promise<{ readonly settled: number; readonly failed: number }> {
  const firstId = firstIdAt(after(since, -CLOCK_SKEW_MS_MAX));
  return only(await session.query(TRANSACTIONS, [iso(since), firstId]));
}

const OPEN_PAYOUTS = statement(
  'health-payouts',
  `select o.id, o.status, o.outside as "isOutside", o.created_at as "createdAt",
     o.expires_at as "expiresAt" from payouts o
   where ${IS_OPEN_PAYOUT} order by o.outside, o.created_at, o.id limit 100`,
);

/** Returns at most 100 payouts that can still pay, the oldest first; payouts made outside come last. */
export async function oldestOpenPayouts(session: Session): Promise<HealthSnapshot['openPayouts']> {
  return session.query(OPEN_PAYOUTS);
}

const OVERDUE = statement(
  'health-overdue',
  `select count(*)::integer as count from sells where status = 'pending' and requested_at <= $1`,
);

/** Returns the number of sell requests that have waited longer than the promised time. */
export async function countOverdue(session: Session, now: Instant): Promise<number> {
  const by = iso(after(now, -SELL_ANSWER_MS));
  return only(await session.query<{ count: number }>(OVERDUE, [by])).count;
}

const PARKED = statement(
  'health-parked',
  `select v.count as vaults, t.count as transactions, least(v.since, t.since) as since
   from (select count(*)::integer as count, min(parked_at) as since from vaults
       where parked_at is not null and due_at is null and status <> 'completed'
         and deleted_at is null) v,
     (select count(*)::integer as count, min(since) as since from (
       select since from parked_transactions
       union all select block_time from arrivals where failures > 0) aside) t`,
);

/**
 * Returns the number of parked vaults and transactions, and since when the oldest is parked; null if there
 * are none.
 */
export async function readParked(session: Session): Promise<HealthSnapshot['parked']> {
  return only(await session.query<HealthSnapshot['parked']>(PARKED));
}
