import { type Instant, iso, isoOrNull } from '#domain/base/time';
import type { RemindedUser, SentReminder } from '#domain/reminders/push-reminder';
import { type Session, statement } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { BOND } from '../kernel/entities/bond.ts';
import { SELL } from '../kernel/entities/sell.ts';
import { VAULT } from '../kernel/entities/vault.ts';

/** A browser's subscription, as it came. */
export interface NewSubscription {
  readonly id: string;
  readonly userId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly since: Instant;
}

/** The newest ones of a user are kept. */
const PER_USER_MAX = 10;

// A browser whose user changes is told of the new one's things alone.
const KEEP = statement(
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
const LOOKED_AT = statement(
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

/** Keeps a browser's subscription; answers its id, the same for the same browser and user. */
export async function putSubscription(session: Session, given: NewSubscription): Promise<string> {
  const { id, userId, endpoint, p256dh, auth, since } = given;
  const own = [userId, endpoint, p256dh, auth];
  for (;;) {
    const [kept] = await session.query<{ id: string }>(KEEP, own);
    if (kept) return kept.id;
    const [added] = await session.query<{ id: string }>(ADD, [id, ...own, iso(since)]);
    // Another user's of the same browser came in between: with it goes what was to be told to them.
    if (added) return added.id;
  }
}

/** Whether it was there, and the user's own. */
export async function removeSubscription(
  session: Session,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  return (await session.query(REMOVE_OWN, [id, userId])).length > 0;
}

export async function hasSubscriptions(session: Session): Promise<boolean> {
  return (await session.query<{ any: boolean }>(ANY))[0]?.any === true;
}

/** A subscription whose user has changed something, or whose time has come, and what its reminders follow from. */
export interface LookedAt extends RemindedUser {
  readonly id: string;
  readonly version: bigint;
  readonly now: Instant;
  readonly termsVersion: bigint;
}

type Listed = 'bonds' | 'vaults' | 'sells';
type Row = Omit<LookedAt, Listed> & Readonly<Record<Listed, JsonRows>>;

export async function subscriptionsToLookAt(session: Session, limit: number): Promise<LookedAt[]> {
  const rows = await session.query<Row>(LOOKED_AT, [limit]);
  return rows.map(({ bonds, vaults, sells, ...row }) => ({
    ...row,
    bonds: BOND.readRows(bonds),
    vaults: VAULT.readRows(vaults),
    sells: SELL.readRows(sells),
  }));
}

/** That a subscription was looked at, what is to be told, and when to look again. */
export interface Seen {
  readonly id: string;
  readonly version: bigint;
  readonly nextCheckAt: Instant | null;
  readonly messages: readonly SentReminder[];
}

export async function keepSeen(session: Session, seen: readonly Seen[]): Promise<void> {
  const rows = seen.map(({ id, version, nextCheckAt, messages }) => ({
    id,
    version: String(version),
    look_at: isoOrNull(nextCheckAt),
    messages: messages.map(({ expiresAt, ...told }) => ({ ...told, expires_at: iso(expiresAt) })),
  }));
  await session.query(SEEN, [JSON.stringify(rows)]);
}
