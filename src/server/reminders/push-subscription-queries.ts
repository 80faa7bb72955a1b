import { type Instant, iso, isoOrNull } from '#domain/base/time';
import type { RemindedUser, SentReminder } from '#domain/reminders/push-reminder';
import { type Session, statement } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { BOND } from '../kernel/entities/bond.ts';
import { SELL } from '../kernel/entities/sell.ts';
import { VAULT } from '../kernel/entities/vault.ts';

/** Browser's subscription, as received. */
export interface NewSubscription {
  readonly id: string;
  readonly userId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly since: Instant;
}

/** Maximum stored subscriptions of a user; the newest are kept. */
const PER_USER_MAX = 10;

// If the browser's user changes, it receives reminders only of the new user.
const UPDATE = statement(
  'push-keep',
  `with dropped as (
     delete from push_subscriptions where endpoint = $2 and user_id <> $1
       or id in (select id from push_subscriptions where user_id = $1 and endpoint <> $2
         order by id desc offset ${PER_USER_MAX - 1})
   )
   update push_subscriptions set p256dh = $3, auth = $4 where endpoint = $2 and user_id = $1
   returning id`,
);
const ADD = statement(
  'push-add',
  `insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, since)
   values ($1, $2, $3, $4, $5, $6) on conflict (endpoint) do nothing
   returning id`,
);
const REMOVE_OWN = statement(
  'push-remove-own',
  'delete from push_subscriptions where id = $1 and user_id = $2 returning id',
);
const ANY = statement('push-any', 'select exists (select from push_subscriptions) as any');
const DUE = statement(
  'push-looked-at',
  `select s.id, s.since, u.version, protocol_time(p.clock_offset_ms) as now,
     p.terms_version as "termsVersion",
     ${BOND.jsonRows(
       'b',
       `from bonds b where b.user_id = u.id and b.deleted_at is null and b.status = 'confirmed'`,
     )} as bonds,
     ${VAULT.jsonRows(
       'v',
       `from vaults v where v.user_id = u.id and v.deleted_at is null and v.status <> 'completed'`,
     )} as vaults,
     ${SELL.jsonRows(
       'r',
       `from sells r where r.user_id = u.id
        and greatest(r.reviewed_at, r.settled_at) > protocol_time(p.clock_offset_ms) - interval '8 days'`,
     )} as sells
   from push_subscriptions s join users u on u.id = s.user_id and u.deleted_at is null, protocol p
   where s.look_at <= protocol_time(p.clock_offset_ms) or s.seen_version is distinct from u.version
   order by s.look_at nulls first limit $1`,
);
const SEEN = statement(
  'push-seen',
  `with seen as (
     select * from jsonb_to_recordset($1::text::jsonb)
       as s(id uuid, version bigint, look_at timestamptz, messages jsonb)
   ), told as (
     insert into push_messages (subscription_id, key, text, topic, urgency, expires_at)
     select s.id, m.key, m.text, m.topic, m.urgency, m.expires_at
     from seen n join push_subscriptions s on s.id = n.id,
       jsonb_to_recordset(n.messages)
         as m(key text, text text, topic text, urgency text, expires_at timestamptz)
     on conflict do nothing
   )
   update push_subscriptions s set seen_version = n.version, look_at = n.look_at
   from seen n where s.id = n.id`,
);

/** Stores a browser's subscription. Returns its id, which is stable for the same browser and user. */
export async function putSubscription(session: Session, given: NewSubscription): Promise<string> {
  const { id, userId, endpoint, p256dh, auth, since } = given;
  const own = [userId, endpoint, p256dh, auth];
  for (;;) {
    const [updated] = await session.query<{ id: string }>(UPDATE, own);
    if (updated) return updated.id;
    const [added] = await session.query<{ id: string }>(ADD, [id, ...own, iso(since)]);
    // Retries if another user subscribed the same browser meanwhile; that subscription is then replaced.
    if (added) return added.id;
  }
}

/** Removes a subscription. Returns true if it existed and belonged to the user. */
export async function removeSubscription(
  session: Session,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  return (await session.query(REMOVE_OWN, [id, userId])).length > 0;
}

export async function hasSubscriptions(session: Session): Promise<boolean> {
  return (await session.query<{ any: boolean }>(ANY))[0]?.any === true;
}

/**
 * Subscription that is due for a check, because its user has changed or its time has come, with the inputs of
 * its reminders.
 */
export interface DueSubscription extends RemindedUser {
  readonly id: string;
  readonly version: bigint;
  readonly now: Instant;
  readonly termsVersion: bigint;
}

type Listed = 'bonds' | 'vaults' | 'sells';
type Row = Omit<DueSubscription, Listed> & Readonly<Record<Listed, JsonRows>>;

export async function subscriptionsToCheck(
  session: Session,
  limit: number,
): Promise<DueSubscription[]> {
  const rows = await session.query<Row>(DUE, [limit]);
  return rows.map(({ bonds, vaults, sells, ...row }) => ({
    ...row,
    bonds: BOND.readRows(bonds),
    vaults: VAULT.readRows(vaults),
    sells: SELL.readRows(sells),
  }));
}

/** Result of checking a subscription: the messages to send, and the time of the next check. */
export interface SubscriptionCheck {
  readonly id: string;
  readonly version: bigint;
  readonly nextCheckAt: Instant | null;
  readonly messages: readonly SentReminder[];
}

export async function storeChecks(
  session: Session,
  seen: readonly SubscriptionCheck[],
): Promise<void> {
  const rows = seen.map(({ id, version, nextCheckAt, messages }) => ({
    id,
    version: String(version),
    look_at: isoOrNull(nextCheckAt),
    messages: messages.map(({ expiresAt, ...message }) => ({
      ...message,
      expires_at: iso(expiresAt),
    })),
  }));
  await session.query(SEEN, [JSON.stringify(rows)]);
}
