import type { Instant } from '#domain/base/time';
import { Batches } from '../db/batches.ts';
import {
  type Database,
  type Session,
  type Statement,
  arrayOf,
  statement,
  unnestOf,
} from '../db/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import {
  type Known,
  STANDING,
  type Standing,
  type StandingRow,
  type SubjectFacts,
  standingOf,
} from '../write/facts.ts';
import { hashOf, newToken } from './token.ts';

/** Who a session belongs to, with what nearly every call needs to know besides. */
export interface SignedIn {
  readonly userId: string;
  readonly wallet: string;
  /** Of the user. */
  readonly version: bigint;
  readonly now: Instant;
  readonly termsVersion: bigint;
}

/** The same with what was asked about: nearly every write begins with both. */
export interface SignedInWith<Found extends Standing> extends SignedIn {
  /** Null where there is no such thing; it may be another user's. */
  readonly known: Known<Found> | null;
}

interface SessionRow extends StandingRow {
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
const OF_SESSION = `k.place, s.user_id as session_user_id, u.wallet, ${STANDING},
     s.expires_at < db_now() + interval '23 hours 55 minutes' as stale`;
const SESSION = `join sessions s on s.token_hash = k.hash and s.expires_at > db_now()
   join users u on u.id = s.user_id and u.deleted_at is null cross join protocol p`;
const FIND = statement(
  'session-find',
  `select ${OF_SESSION} from ${unnestOf(['text'])} with ordinality as k(hash, place) ${SESSION}`,
);
/** A session together with something by its id. */
const findWith = <Found extends Standing>({
  name,
  columns,
  from,
  alias,
  isThere,
}: SubjectFacts<Found>): Statement =>
  statement(
    `session-find-${name}`,
    `select ${columns}, ${OF_SESSION}
     from ${unnestOf(['text', 'uuid'])} with ordinality as k(hash, subject_id, place) ${SESSION}
     left join ${from} on ${alias}.id = k.subject_id and ${isThere}`,
  );
const EXTEND = statement(
  'session-extend',
  `update sessions set expires_at = db_now() + interval '24 hours' where token_hash = $1`,
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
  readonly subjectId?: string;
}

type Lookups<Row> = Batches<Lookup, Row | null>;

/** Finds the sessions of requests: those that come together are looked up in one statement. */
export class Sessions {
  readonly #database: Database;
  readonly #lookups: Lookups<SessionRow>;
  /** By the facts' name. */
  readonly #lookupsWith = new Map<string, Lookups<SessionRow & EntityRow>>();

  constructor(database: Database) {
    this.#database = database;
    this.#lookups = new Batches({ run: (lookups) => findRows(database, FIND, lookups) });
  }

  /** Null if the token is unknown, expired or revoked. A use prolongs the session (written at most every five minutes). */
  async find(token: string): Promise<SignedIn | null> {
    const row = await this.#used(this.#lookups, { hash: hashOf(token) });
    return row && signedInOf(row);
  }

  /** The same with facts about something, for a request that is about to change it. */
  async findWith<Found extends Standing>(
    token: string,
    facts: SubjectFacts<Found>,
    subjectId: string,
  ): Promise<SignedInWith<Found> | null> {
    // Not later than they are read, however long prolonging the session takes.
    const readAt = performance.now();
    const row = await this.#used(this.#lookupsOf(facts), { hash: hashOf(token), subjectId });
    if (!row) return null;
    const known = row['id'] === null ? null : { found: facts.of(row), readAt };
    return { known, ...signedInOf(row) };
  }

  #lookupsOf<Found extends Standing>(facts: SubjectFacts<Found>): Lookups<SessionRow & EntityRow> {
    const known = this.#lookupsWith.get(facts.name);
    if (known) return known;
    const asked = findWith(facts);
    const made: Lookups<SessionRow & EntityRow> = new Batches({
      run: (lookups) => findRows(this.#database, asked, lookups),
    });
    this.#lookupsWith.set(facts.name, made);
    return made;
  }

  async #used<Row extends SessionRow>(lookups: Lookups<Row>, lookup: Lookup): Promise<Row | null> {
    const row = await lookups.ask(lookup);
    // It stands for hours yet, and is prolonged at its next use: on a full disk reads go on.
    if (row?.stale) await this.#database.query(EXTEND, [lookup.hash]).catch(() => {});
    return row;
  }
}

const signedInOf = (row: SessionRow): SignedIn => ({
  wallet: row.wallet,
  ...standingOf(row.session_user_id, row),
});

async function findRows<Row extends SessionRow>(
  database: Database,
  asked: Statement,
  lookups: readonly Lookup[],
): Promise<(Row | null)[]> {
  const subjects = lookups.flatMap(({ subjectId }) => subjectId ?? []);
  const rows = await database.query<Row>(asked, [
    arrayOf(lookups.map(({ hash }) => hash)),
    ...(subjects.length > 0 ? [arrayOf(subjects)] : []),
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
