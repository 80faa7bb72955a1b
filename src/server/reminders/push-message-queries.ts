import type { Instant } from '#domain/base/time';
import type { SentReminder } from '#domain/reminders/push-reminder';
import { type Session, statement } from '../kernel/db/database.ts';

/** Message leased by this node, with its destination. */
export interface TakenMessage extends SentReminder {
  readonly subscriptionId: string;
  readonly now: Instant;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

// Leases a message to one of several nodes: for half a minute, then twice as long each time, up to an hour.
// db_now() is rounded like the column, otherwise a row written just now may seem to lie in the future. A
// retry more than two hours ahead was set under clock skew, and is due too.
const TAKE = statement(
  'push-messages-take',
  `update push_messages m set tries = m.tries + 1,
     try_at = db_now() + least(interval '30 seconds' * 2 ^ least(m.tries, 7), interval '1 hour')
   from push_subscriptions s, protocol p, (
     select subscription_id, key from push_messages
     where sent_at is null and expires_at > protocol_now()
       and (try_at <= db_now()::timestamptz(3) or try_at > db_now() + interval '2 hours')
     order by try_at limit $1 for update skip locked
   ) d
   where (m.subscription_id, m.key) = (d.subscription_id, d.key) and s.id = m.subscription_id
   returning m.subscription_id as "subscriptionId", m.key, m.text, m.topic, m.urgency,
     m.expires_at as "expiresAt", protocol_time(p.clock_offset_ms) as now,
     s.endpoint, s.p256dh, s.auth`,
);
const SENT = statement(
  'push-messages-sent',
  `update push_messages set sent_at = db_now() where subscription_id = $1 and key = $2`,
);
const REMOVE = statement('push-remove', 'delete from push_subscriptions where id = $1');
// Kept longer than the events that reminders are derived from, otherwise they would be sent again.
const FORGET = statement(
  'push-forget',
  `with left_by as (
     delete from push_subscriptions s using users u
     where u.id = s.user_id and u.deleted_at is not null
   )
   delete from push_messages where try_at < db_now() - interval '30 days'`,
);

/** Leases messages to this node, the longest due first. */
export async function takeMessages(session: Session, limit: number): Promise<TakenMessage[]> {
  return session.query<TakenMessage>(TAKE, [limit]);
}

/** Marks a message as accepted by the push service, or as never to be sent. */
export async function settleMessage(
  session: Session,
  { subscriptionId, key }: Pick<TakenMessage, 'subscriptionId' | 'key'>,
): Promise<void> {
  await session.query(SENT, [subscriptionId, key]);
}

/** Deletes an unsubscribed browser with its messages. */
export async function dropSubscription(
  session: Session,
  { subscriptionId }: Pick<TakenMessage, 'subscriptionId'>,
): Promise<void> {
  await session.query(REMOVE, [subscriptionId]);
}

/** Deletes old messages, and the subscriptions of deleted users. */
export async function deleteOldPush(session: Session): Promise<void> {
  await session.query(FORGET);
}
