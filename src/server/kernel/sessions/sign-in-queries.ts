import type { Instant } from '#domain/base/time';
import { nonceOf, textWithoutWallet } from '#domain/users/sign-in-text';
import { type Session, only, statement } from '../db/database.ts';

/** Sign-in uses the wall clock `db_now()`, not protocol time. */
const ADD_NONCE = statement(
  'nonce-add',
  `insert into nonces (nonce, wallet, message, purpose, expires_at)
   values ($1, $2, $3, $4, $5::timestamptz)`,
);
const FIND_NONCE = statement(
  'nonce-find',
  `select nonce from nonces where nonce = $1 and purpose = $2
     and (wallet = $3 and message = $4 or wallet = '' and message = $5)
     and used_at is null and expires_at > db_now()`,
);
const USE_NONCE = statement(
  'nonce-use',
  `update nonces set used_at = db_now()
   where nonce = $1 and used_at is null and expires_at > db_now() returning nonce`,
);
const WALL_CLOCK = statement('wall-clock', 'select db_now()::timestamptz(3) as now');
const ATTEMPT = statement(
  'attempt',
  `insert into attempts as a (who, minute, count)
   values ($1, date_trunc('minute', db_now()), 1)
   on conflict (who, minute) do update set count = a.count + 1 returning count`,
);
/** The row's time is the end of the day, so that it is not deleted earlier. */
const TODAY = statement(
  'attempt-today',
  `insert into attempts as a (who, minute, count)
   values ($1, date_trunc('day', db_now()) + interval '1 day', 1)
   on conflict (who, minute) do update set count = a.count + 1 returning count`,
);
/** Subquery, so that the volatile function is evaluated once, and an index can be used. */
const WALL = '(select db_now())';
// A session that expires later than a new one was prolonged while the database's clock was ahead.
const TIDY = statement(
  'sign-in-tidy',
  `with n as (delete from nonces where expires_at < ${WALL} - interval '1 hour'),
     a as (delete from attempts where minute < ${WALL} - interval '10 minutes'),
     o as (delete from admin_sessions where ends_at < ${WALL}),
     f as (update admin_sessions set ends_at = least(ends_at, ${WALL} + interval '12 hours'),
       idle_until = least(idle_until, ${WALL} + interval '30 minutes')
       where ends_at > ${WALL} + interval '12 hours 1 minute'
         or idle_until > ${WALL} + interval '31 minutes'),
     u as (update sessions set expires_at = ${WALL} + interval '24 hours'
       where expires_at > ${WALL} + interval '24 hours 1 minute'),
     k as (delete from idempotency_keys where created_at < ${WALL} - interval '7 days'),
     q as (delete from quotes where signature is null
       and expires_at < (select protocol_now()) - interval '30 days')
   delete from sessions where expires_at < ${WALL} - interval '7 days'`,
);

export async function readWallClock(session: Session): Promise<Instant> {
  return only(await session.query<{ now: Instant }>(WALL_CLOCK)).now;
}

/** Message for a wallet to sign, and its purpose. */
interface Nonce {
  readonly nonce: string;
  /** Empty if the message was created before the wallet was known. */
  readonly wallet: string;
  readonly message: string;
  readonly purpose: string;
}

export async function addNonce(
  session: Session,
  { nonce, wallet, message, purpose }: Nonce,
  expiresAt: string,
): Promise<void> {
  await session.query(ADD_NONCE, [nonce, wallet, message, purpose, expiresAt]);
}

/**
 * Returns the nonce of a message that was created for this wallet, or for any wallet, and this purpose; null if it
 * is unknown, used or expired.
 */
export async function findNonce(
  session: Session,
  { wallet, message, purpose }: Omit<Nonce, 'nonce'>,
): Promise<string | null> {
  const open = textWithoutWallet(message, wallet);
  const named = [nonceOf(message), purpose, wallet, message, open];
  const [row] = await session.query<{ nonce: string }>(FIND_NONCE, named);
  return row?.nonce ?? null;
}

/** Marks a nonce as used. Returns false if another request used it first. */
export async function consumeNonce(session: Session, nonce: string): Promise<boolean> {
  return (await session.query(USE_NONCE, [nonce])).length === 1;
}

/** Counts a try. Returns the number of tries in this minute on all nodes. */
export async function countAttempt(session: Session, who: string): Promise<number> {
  return only(await session.query<{ count: number }>(ATTEMPT, [who])).count;
}

/** Counts a try. Returns the number of tries today on all nodes. */
export async function countToday(session: Session, who: string): Promise<number> {
  return only(await session.query<{ count: number }>(TODAY, [who])).count;
}

/** Deletes expired rows, and shortens sessions that would last longer than a new one. */
export async function tidySignIn(session: Session): Promise<void> {
  await session.query(TIDY);
}
