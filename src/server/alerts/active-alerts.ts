import type { Alert } from '#domain/alerts/alert';
import { type Instant, iso, isoOrNull } from '#domain/base/time';
import { type Session, statement } from '../kernel/db/database.ts';
import { type Fence, isFenced } from '../kernel/db/leader.ts';

/** Message that an alert began or ended. */
export interface AlertMessage {
  readonly id: bigint;
  readonly code: string;
  readonly severity: Alert['severity'];
  readonly text: string;
  readonly since: Instant;
  readonly ended_at: Instant | null;
}

/** Alert whose state is unknown. `subject` is empty if the alert has none. */
export interface UnknownAlert {
  readonly code: Alert['code'];
  readonly subject: string;
}

/** Active alerts at an instant. */
export interface AlertsNow {
  readonly now: Instant;
  readonly alerts: readonly Alert[];
  /** Alerts whose state is unknown: these stay as they are stored. */
  readonly unknown: readonly UnknownAlert[];
}

/** Number of active alerts of one kind. */
export interface ActiveAlertCount {
  readonly code: string;
  readonly severity: Alert['severity'];
  readonly count: bigint;
}

// Uses one statement, so that a killed node has stored either the alert's change with its message or neither, and
// two nodes store it once. The fence keeps a paused former leader from ending new alerts with stale data.
const KEEP = statement(
  'alerts-keep',
  `with lease as materialized (select ${isFenced(4)} as stands
   ), seen as (
     select distinct on (code, severity, subject) a.* from jsonb_to_recordset($1::text::jsonb)
       as a(code text, severity text, subject text, text text, since timestamptz)
   ), ended as (
     delete from standing_alerts s where (select stands from lease) and not exists (select from seen n
         where (n.code, n.severity, n.subject) = (s.code, s.severity, s.subject))
       and not exists (select from jsonb_to_recordset($3::text::jsonb) as u(code text, subject text)
         where (u.code, u.subject) = (s.code, s.subject))
     returning s.*
   ), begun as (
     insert into standing_alerts (code, severity, subject, text, since)
     select n.code, n.severity, n.subject, n.text, coalesce(n.since, $2::text::timestamptz) from seen n
     where (select stands from lease)
     on conflict do nothing returning *
   )
   insert into alert_messages (code, severity, subject, text, since, ended_at)
   select e.code, e.severity, e.subject, e.text, e.since, $2::text::timestamptz from ended e
   union all select b.code, b.severity, b.subject, b.text, b.since, null from begun b`,
);
const OLDEST = statement(
  'alert-messages-oldest',
  `select m.id, m.code, m.severity, m.text, m.since, m.ended_at from alert_messages m
   where m.sent_at is null and ${isFenced(1)} order by m.id limit 1`,
);
const SENT = statement(
  'alert-messages-sent',
  'update alert_messages set sent_at = db_now() where id = $1::text::bigint',
);
const FORGET_SENT = statement(
  'alert-messages-forget-sent',
  `delete from alert_messages where sent_at < db_now() - interval '30 days'`,
);
/** Deletes the messages of alerts that have ended and whose beginning was not sent. */
const FORGET_UNTOLD = statement(
  'alert-messages-forget-untold',
  `delete from alert_messages m using alert_messages b
   where b.ended_at is null and b.sent_at is null and m.sent_at is null
     and (b.code, b.severity, b.subject, b.since) = (m.code, m.severity, m.subject, m.since)
     and not exists (select from standing_alerts s
       where (s.code, s.severity, s.subject, s.since) = (m.code, m.severity, m.subject, m.since))`,
);
/** Excludes the clock's own alert, whose state is always known. */
const STANDING = statement(
  'alerts-standing',
  `select code, subject from standing_alerts where code <> 'CLOCK_SKEW'`,
);
const COUNT = statement(
  'alerts-count',
  'select code, severity, count(*) as count from standing_alerts group by code, severity',
);

/** Returns every active alert, as one whose state is unknown. */
export async function activeAlertsAsUnknown(session: Session): Promise<UnknownAlert[]> {
  return session.query<UnknownAlert>(STANDING);
}

/**
 * Stores the active alerts, and a message for each that began or ended. Does nothing if another node holds
 * the leader's lease.
 */
export async function storeAlerts(
  session: Session,
  { now, alerts, unknown }: AlertsNow,
  fence: Fence,
): Promise<void> {
  const seen = alerts.map(({ code, severity, subject, text, since }) => ({
    code,
    severity,
    subject: subject ?? '',
    text,
    since: isoOrNull(since),
  }));
  await session.query(KEEP, [JSON.stringify(seen), iso(now), JSON.stringify(unknown), fence]);
}

/** Returns the oldest unsent message; null if another node holds the leader's lease, and sends it. */
export async function oldestMessage(session: Session, fence: Fence): Promise<AlertMessage | null> {
  return (await session.query<AlertMessage>(OLDEST, [fence]))[0] ?? null;
}

export async function markSent(session: Session, { id }: AlertMessage): Promise<void> {
  await session.query(SENT, [String(id)]);
}

/**
 * Deletes messages that were sent long ago. Without a webhook, also deletes those of ended alerts, so that a
 * first webhook receives only active alerts.
 */
export async function deleteOldMessages(session: Session, isTold: boolean): Promise<void> {
  await session.query(FORGET_SENT);
  if (!isTold) await session.query(FORGET_UNTOLD);
}

export async function countAlerts(session: Session): Promise<ActiveAlertCount[]> {
  return session.query<ActiveAlertCount>(COUNT);
}
