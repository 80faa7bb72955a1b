import type { Instant } from '#domain/base/time';
import { Batches } from '../db/batches.ts';
import { type Database, type Session, arrayOf, statement, unnestOf } from '../db/database.ts';
import { hashOf, newToken } from './token.ts';

/** Who a session belongs to, with what nearly every call needs to know besides. */
export interface SignedIn {
  readonly userId: string;
  readonly wallet: string;
  /** Of the user. */
  readonly version: bigint;
  readonly now: Instant;
  readonly termsVersion: bigint;
  /** Whose the thing is that was asked about with it; null where it has no owner, or none was. */
  readonly subjectOwner: string | null;
}

/** Something that belongs to a user. */
export interface Subject {
  readonly kind: 'bond' | 'vault' | 'sell';
  readonly id: string;
}

interface SessionRow extends SignedIn {
  readonly place: bigint;
  readonly stale: boolean;
}

const ADD = statement(
  'session-add',
  `insert into sessions (token_hash, user_id, expires_at)
   values ($1, $2, clock_timestamp() + interval '24 hours')`,
);
/** One statement for who asks and whose it is: nearly every write begins with both. */
const FIND = statement(
  'session-find',
  `select k.place, s.user_id as "userId", u.wallet, u.version, p.terms_version as "termsVersion",
     protocol_time(p.clock_offset_ms) as now,
     s.expires_at < clock_timestamp() + interval '23 hours 55 minutes' as stale,
     case k.kind
       when 'bond' then (select user_id from bonds where id = k.id and deleted_at is null)
       when 'vault' then (select user_id from vaults where id = k.id and deleted_at is null)
       when 'sell' then (select user_id from sells where id = k.id)
     end as "subjectOwner"
   from ${unnestOf(['text', 'text', 'uuid'])}
     with ordinality as k(hash, kind, id, place)
   join sessions s on s.token_hash = k.hash and s.expires_at > clock_timestamp()
   join users u on u.id = s.user_id and u.deleted_at is null, protocol p`,
);
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

interface Lookup {
  readonly hash: string;
  readonly subject: Subject | null;
}

/** Finds the sessions of requests: those that come together are looked up in one statement. */
export class Sessions {
  readonly #database: Database;
  readonly #lookups: Batches<Lookup, SessionRow | null>;

  constructor(database: Database) {
    this.#database = database;
    this.#lookups = new Batches({ run: (lookups) => findRows(database, lookups) });
  }

  /** Null where the token is unknown, expired or revoked. Using it prolongs it (written at most every five minutes). */
  async find(token: string, subject: Subject | null = null): Promise<SignedIn | null> {
    const hash = hashOf(token);
    const row = await this.#lookups.ask({ hash, subject });
    // It stands for hours yet, and is prolonged at its next use: on a full disk reads go on.
    if (row?.stale) await this.#database.query(EXTEND, [hash]).catch(() => {});
    if (!row) return null;
    const { place: _, stale: __, ...signedIn } = row;
    return signedIn;
  }
}

async function findRows(
  database: Database,
  lookups: readonly Lookup[],
): Promise<(SessionRow | null)[]> {
  const rows = await database.query<SessionRow>(FIND, [
    arrayOf(lookups.map(({ hash }) => hash)),
    arrayOf(lookups.map(({ subject }) => subject?.kind)),
    arrayOf(lookups.map(({ subject }) => subject?.id)),
  ]);
  const byPlace = new Map(rows.map((row) => [Number(row.place), row]));
  return lookups.map((_, i) => byPlace.get(i + 1) ?? null);
}

export async function revokeSession(session: Session, token: string): Promise<void> {
  await session.query(REVOKE, [hashOf(token)]);
}

const ADD_ADMIN = statement(
  'admin-session-add',
  `insert into admin_sessions (token_hash, wallet, session_hash, idle_until, ends_at)
   values ($1, $2, $3, clock_timestamp() + interval '30 minutes', clock_timestamp() + interval '12 hours')`,
);
const STANDING_ADMIN = `a.token_hash = $1 and a.idle_until > clock_timestamp()
   and a.ends_at > clock_timestamp()
   and s.token_hash = a.session_hash and s.expires_at > clock_timestamp()`;
const FIND_ADMIN = statement(
  'admin-session-find',
  `select a.wallet from admin_sessions a, sessions s where ${STANDING_ADMIN}`,
);
const USE_ADMIN = statement(
  'admin-session-use',
  `update admin_sessions a set idle_until = clock_timestamp() + interval '30 minutes'
   from sessions s where ${STANDING_ADMIN} returning a.wallet`,
);

const END_ADMIN = statement(
  'admin-session-end',
  'delete from admin_sessions where token_hash = $1',
);

/**
 * An admin session of 12 hours that ends after 30 minutes without a write, and with the user session
 * that it belongs to; answers its token.
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

/** The wallet of a valid admin session, null otherwise; a write prolongs it, a read does not. */
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
