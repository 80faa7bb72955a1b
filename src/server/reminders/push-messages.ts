import type { Instant } from '#domain/base/time';
import type { SentReminder } from '#domain/reminders/push-reminder';
import { type Session, statement } from '../kernel/db/database.ts';

/** A message that this node has taken, with where it goes. */
export interface TakenMessage extends SentReminder {
  readonly subscriptionId: string;
  readonly now: Instant;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

// Of several nodes one takes a message: for half a minute, then twice as long each time, up to an hour.
// Now is rounded as the column is: else what was written just now may seem half a millisecond ahead.
// Retries are at most an hour away: one later than two hours was set while the database's clock was ahead.
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
// Longer than the oldest thing that a reminder is made of: it would be told again.
const FORGET = statement(
  'push-forget',
  `with left_by as (
     delete from push_subscriptions s using users u
     where u.id = s.user_id and u.deleted_at is not null
   )
   delete from push_messages where try_at < db_now() - interval '30 days'`,
);

/** Messages that wait to be sent, taken for this node; the oldest first. */
export async function takeMessages(session: Session, limit: number): Promise<TakenMessage[]> {
  return session.query<TakenMessage>(TAKE, [limit]);
}

/** It was taken by the push service, or never will be. */
export async function settleMessage(
  session: Session,
  { subscriptionId, key }: Pick<TakenMessage, 'subscriptionId' | 'key'>,
): Promise<void> {
  await session.query(SENT, [subscriptionId, key]);
}

/** The browser has taken its subscription back: with it goes all that was to be told to it. */
export async function dropSubscription(
  session: Session,
  { subscriptionId }: Pick<TakenMessage, 'subscriptionId'>,
): Promise<void> {
  await session.query(REMOVE, [subscriptionId]);
}

/** Drops the messages of long ago, and the browsers of users who were deleted. */
export async function forgetPush(session: Session): Promise<void> {
  await session.query(FORGET);
}
