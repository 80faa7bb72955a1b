import type { Instant } from '#domain/base/time';
import { Batches } from '../db/batches.ts';
import { type Database, type Session, arrayOf, statement, unnestOf } from '../db/database.ts';
import { DECISION_COLUMNS, type DecisionContextRow, decisionContextOf } from '../write/facts.ts';
import { hashOf, newToken } from './token.ts';

/** User of a session, with what nearly every call needs. */
export interface SignedIn {
  readonly userId: string;
  readonly wallet: string;
  /** Version of the user. */
  readonly version: bigint;
  readonly now: Instant;
  readonly termsVersion: bigint;
}

interface SessionRow extends DecisionContextRow {
  readonly place: bigint;
  readonly session_user_id: string;
  readonly wallet: string;
  readonly stale: boolean;
}

const ADD = statement(
  'session-add',
  `insert into sessions (token_hash, user_id, expires_at)
   values ($1, $2, db_now() + interval '24 hours')`,
);
const FIND = statement(
  'session-find',
  `select k.place, s.user_id as session_user_id, u.wallet, ${DECISION_COLUMNS},
     s.expires_at < db_now() + interval '23 hours 55 minutes' as stale
   from ${unnestOf(['text'])} with ordinality as k(hash, place)
   join sessions s on s.token_hash = k.hash and s.expires_at > db_now()
   join users u on u.id = s.user_id and u.deleted_at is null cross join protocol p`,
);
const EXTEND = statement(
  'session-extend',
  `update sessions set expires_at = db_now() + interval '24 hours' where token_hash = $1`,
);
const REVOKE = statement('session-revoke', 'delete from sessions where token_hash = $1');

/** Adds a session that expires 24 hours after its last use. Returns its token. */
export async function addSession(session: Session, userId: string): Promise<string> {
  const token = newToken();
  await session.query(ADD, [hashOf(token), userId]);
  return token;
}

/** Finds the sessions of requests. Concurrent lookups share a statement. */
export class Sessions {
  readonly #database: Database;
  readonly #lookups: Batches<string, SessionRow | null>;

  constructor(database: Database) {
    this.#database = database;
    this.#lookups = new Batches({ run: (hashes) => findRows(database, hashes) });
  }

  /**
   * Returns null if the token is unknown, expired or revoked. A use prolongs the session, written at most
   * every five minutes.
   */
  async find(token: string): Promise<SignedIn | null> {
    const hash = hashOf(token);
    const row = await this.#lookups.ask(hash);
    if (!row) return null;
    // A failure is ignored: the session is valid for hours and is prolonged at its next use. So reads go on
    // while the disk is full.
    if (row.stale) await this.#database.query(EXTEND, [hash]).catch(() => {});
    return { wallet: row.wallet, ...decisionContextOf(row.session_user_id, row) };
  }
}

async function findRows(
  database: Database,
  hashes: readonly string[],
): Promise<(SessionRow | null)[]> {
  const rows = await database.query<SessionRow>(FIND, [arrayOf(hashes)]);
  const byPlace = new Map(rows.map((row) => [Number(row.place), row]));
  return hashes.map((_, i) => byPlace.get(i + 1) ?? null);
}

export async function revokeSession(session: Session, token: string): Promise<void> {
  await session.query(REVOKE, [hashOf(token)]);
}

const ADD_ADMIN = statement(
  'admin-session-add',
  `insert into admin_sessions (token_hash, wallet, session_hash, idle_until, ends_at)
   values ($1, $2, $3, db_now() + interval '30 minutes', db_now() + interval '12 hours')`,
);
const STANDING_ADMIN = `a.token_hash = $1 and a.idle_until > db_now()
   and a.ends_at > db_now()
   and s.token_hash = a.session_hash and s.expires_at > db_now()`;
const FIND_ADMIN = statement(
  'admin-session-find',
  `select a.wallet from admin_sessions a, sessions s where ${STANDING_ADMIN}`,
);
const USE_ADMIN = statement(
  'admin-session-use',
  `update admin_sessions a set idle_until = db_now() + interval '30 minutes'
   from sessions s where ${STANDING_ADMIN} returning a.wallet`,
);

const END_ADMIN = statement(
  'admin-session-end',
  'delete from admin_sessions where token_hash = $1',
);

/**
 * Adds an admin session of 12 hours. It ends after 30 minutes without a write, or when its user session ends.
 * Returns its token.
 */
export async function addAdminSession(
  session: Session,
  wallet: string,
  userToken: string,
): Promise<string> {
  const token = newToken();
  await session.query(ADD_ADMIN, [hashOf(token), wallet, hashOf(userToken)]);
  return token;
}

/**
 * Returns the wallet of a valid admin session, otherwise null. A write prolongs the session, a read does not.
 */
export async function adminWalletOf(
  session: Session,
  token: string,
  use: 'read' | 'write',
): Promise<string | null> {
  const asked = use === 'read' ? FIND_ADMIN : USE_ADMIN;
  const [row] = await session.query<{ wallet: string }>(asked, [hashOf(token)]);
  return row?.wallet ?? null;
}

export async function endAdminSession(session: Session, token: string): Promise<void> {
  await session.query(END_ADMIN, [hashOf(token)]);
}
