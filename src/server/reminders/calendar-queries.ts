import type { Instant } from '#domain/base/time';
import { type Session, statement } from '../kernel/db/database.ts';
import { hashOf, newToken } from '../kernel/sessions/token.ts';

const PUT = statement(
  'calendar-put',
  `insert into calendar_addresses (user_id, token_hash, made_at)
   values ($1, $2, db_now())
   on conflict (user_id) do update set token_hash = excluded.token_hash, made_at = excluded.made_at`,
);
const REMOVE = statement('calendar-remove', 'delete from calendar_addresses where user_id = $1');
const MADE = statement(
  'calendar-made',
  'select made_at as "madeAt" from calendar_addresses where user_id = $1',
);
const OWNER = statement(
  'calendar-owner',
  `select u.id as "userId", protocol_time(p.clock_offset_ms) as now,
     p.terms_version as "termsVersion"
   from calendar_addresses c join users u on u.id = c.user_id and u.deleted_at is null, protocol p
   where c.token_hash = $1`,
);

/** User of a calendar, with the time and the terms version. */
interface CalendarOwner {
  readonly userId: string;
  readonly now: Instant;
  readonly termsVersion: bigint;
}

/** Creates a new address for a user's calendar, which replaces the previous one. Returns its token. */
export async function putCalendar(session: Session, userId: string): Promise<string> {
  const token = newToken();
  await session.query(PUT, [userId, hashOf(token)]);
  return token;
}

export async function removeCalendar(session: Session, userId: string): Promise<void> {
  await session.query(REMOVE, [userId]);
}

/** Returns when a user's address was created, by the wall clock; null if there is none. */
export async function calendarMadeAt(session: Session, userId: string): Promise<Instant | null> {
  const [row] = await session.query<{ madeAt: Instant }>(MADE, [userId]);
  return row?.madeAt ?? null;
}

/** Returns the user of a token; null if the token is unknown, replaced or revoked. */
export async function calendarOwner(
  session: Session,
  token: string,
): Promise<CalendarOwner | null> {
  return (await session.query<CalendarOwner>(OWNER, [hashOf(token)]))[0] ?? null;
}
