import { createHash, randomBytes } from 'node:crypto';
import type { Instant } from '#domain/base/time';
import { type Param, type Session, type Statement, statement } from '../db/database.ts';

/** A random 256-bit token, as it is handed out once; only its hash is kept. */
function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Who a session belongs to, with what nearly every call needs to know besides. */
export interface SignedIn {
  readonly userId: string;
  readonly wallet: string;
  readonly now: Instant;
  readonly termsVersion: bigint;
  /** Whose the thing is that was asked about with it; null where it is nobody's, or none was. */
  readonly subjectOwner: string | null;
}

/** Something that belongs to somebody. */
export interface Subject {
  readonly kind: 'bond' | 'vault' | 'sell';
  readonly id: string;
}

export interface SessionRow {
  readonly user_id: string;
  readonly wallet: string;
  readonly now: Instant;
  readonly terms_version: bigint;
  readonly stale: boolean;
  readonly owner: string | null;
}

const ADD = statement(
  'session-add',
  `insert into sessions (token_hash, user_id, expires_at)
   values ($1, $2, clock_timestamp() + interval '24 hours')`,
);
/** The session of a token whose hash is `$1`, for a statement that reads more besides; `u` is its user. */
export const SESSION = {
  columns: `s.user_id, u.wallet, p.terms_version, protocol_time(p.clock_offset_ms) as now,
     s.expires_at < clock_timestamp() + interval '23 hours 55 minutes' as stale`,
  from: 'from sessions s join users u on u.id = s.user_id, protocol p',
  where: `where s.token_hash = $1 and s.expires_at > clock_timestamp() and u.deleted_at is null`,
} as const;
/** One round trip for who asks and whose it is: nearly every write begins with both. */
const finding = (name: string, owner: string): Statement =>
  statement(
    `session-find${name}`,
    `select ${SESSION.columns}, ${owner} as owner ${SESSION.from} ${SESSION.where}`,
  );
const FIND = finding('', 'null::uuid');
const FIND_WITH: { readonly [K in Subject['kind']]: Statement } = {
  bond: finding('-bond', '(select user_id from bonds where id = $2 and deleted_at is null)'),
  vault: finding('-vault', '(select user_id from vaults where id = $2 and deleted_at is null)'),
  sell: finding('-sell', '(select user_id from sells where id = $2)'),
};
const EXTEND = statement(
  'session-extend',
  `update sessions set expires_at = clock_timestamp() + interval '24 hours' where token_hash = $1`,
);
const REVOKE = statement('session-revoke', 'delete from sessions where token_hash = $1');

/** A session of 24 hours from its last use; answers its token. */
export async function addSession(session: Session, userId: string): Promise<string> {
  const token = newToken();
  await session.query(ADD, [hashOf(token), userId]);
  return token;
}

/** Null where the token is unknown, expired or revoked. Using it prolongs it (written at most every five minutes). */
export async function findSession(
  session: Session,
  token: string,
  subject: Subject | null = null,
): Promise<SignedIn | null> {
  const hash = hashOf(token);
  const row = subject
    ? await sessionRow<SessionRow>(session, hash, FIND_WITH[subject.kind], subject.id)
    : await sessionRow<SessionRow>(session, hash, FIND);
  return row && signedInOf(row);
}

/** The same by the token's hash, with a statement of the caller's over `SESSION`; answers its row. */
export async function sessionRow<Row extends SessionRow>(
  session: Session,
  hash: string,
  find: Statement,
  ...more: readonly Param[]
): Promise<Row | null> {
  const [row] = await session.query<Row>(find, [hash, ...more]);
  if (row?.stale) await session.query(EXTEND, [hash]);
  return row ?? null;
}

export function signedInOf(row: SessionRow): SignedIn {
  return {
    userId: row.user_id,
    wallet: row.wallet,
    now: row.now,
    termsVersion: row.terms_version,
    subjectOwner: row.owner,
  };
}

export async function revokeSession(session: Session, token: string): Promise<void> {
  await session.query(REVOKE, [hashOf(token)]);
}

const ADD_ADMIN = statement(
  'admin-session-add',
  `insert into admin_sessions (token_hash, wallet, idle_until, ends_at)
   values ($1, $2, clock_timestamp() + interval '30 minutes', clock_timestamp() + interval '12 hours')`,
);
const USE_ADMIN = statement(
  'admin-session-use',
  `update admin_sessions set idle_until = clock_timestamp() + interval '30 minutes'
   where token_hash = $1 and idle_until > clock_timestamp() and ends_at > clock_timestamp()
   returning wallet`,
);

const END_ADMIN = statement(
  'admin-session-end',
  'delete from admin_sessions where token_hash = $1',
);

/** An admin session of 12 hours that ends after 30 idle minutes; answers its token. */
export async function addAdminSession(session: Session, wallet: string): Promise<string> {
  const token = newToken();
  await session.query(ADD_ADMIN, [hashOf(token), wallet]);
  return token;
}

/** The wallet of a valid admin session; null otherwise. */
export async function adminWalletOf(session: Session, token: string): Promise<string | null> {
  const [row] = await session.query<{ wallet: string }>(USE_ADMIN, [hashOf(token)]);
  return row?.wallet ?? null;
}

export async function endAdminSession(session: Session, token: string): Promise<void> {
  await session.query(END_ADMIN, [hashOf(token)]);
}
