import type { Instant } from '#domain/base/time';
import { type Session, type Statement, arrayOf } from '../db/database.ts';

/** What every decision rests on: whose it is, which version of that user, and the time and terms. */
export interface Standing {
  /** Null where the decision changes nothing of any user. */
  readonly userId: string | null;
  /** The user's version; 0 where there is no user. */
  readonly version: bigint;
  readonly now: Instant;
  readonly termsVersion: bigint;
}

/** What a standing is read from, with the user as `u` and the protocol as `p`. */
export const STANDING = `coalesce(u.version, 0) as version, p.terms_version, protocol_time(p.clock_offset_ms) as now`;
/** The same where there is no user. */
export const STANDING_OF_NOBODY = `0::bigint as version, p.terms_version, protocol_time(p.clock_offset_ms) as now`;

/**
 * The user `u` of a key `k`, or none. Looked up key by key: a plain join reads all users where the
 * planner takes the list of keys for long.
 */
export const userOf = (isTheirs: string): string =>
  `left join lateral (select * from users u where ${isTheirs} and u.deleted_at is null limit 1) u on true`;

export interface StandingRow {
  readonly version: bigint;
  readonly terms_version: bigint;
  readonly now: Instant;
}

export const standingOf = <UserId extends string | null>(
  userId: UserId,
  { version, now, terms_version }: StandingRow,
): Standing & { readonly userId: UserId } => ({
  userId,
  version,
  now,
  termsVersion: terms_version,
});

/** Everything that one verb's decision needs, read in one statement. */
export interface Facts<Key, Found extends Standing> {
  /** Requests of one name are read together. */
  readonly name: string;
  /** In the order of the keys; null where there is no such thing. */
  readonly read: (session: Session, keys: readonly Key[]) => Promise<readonly (Found | null)[]>;
}

/** Puts found rows in the order of the keys that were asked for. */
export function inOrderOf<Row, Found>(
  keys: readonly string[],
  rows: readonly Row[],
  { keyOf, read }: { readonly keyOf: (row: Row) => string; readonly read: (row: Row) => Found },
): (Found | null)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => {
    const row = byKey.get(key);
    return row === undefined ? null : read(row);
  });
}

/** Facts that a statement reads by ids, each of its rows with its `id`; `read` says what else a row has. */
export const factsById = <Found extends Standing>(
  name: string,
  asked: Statement,
  read: (row: never) => Found,
): Facts<string, Found> => ({
  name,
  read: async (session, ids) => {
    const rows = await session.query<never>(asked, [arrayOf(ids)]);
    return inOrderOf(ids, rows, { keyOf: ({ id }: { readonly id: string }) => id, read });
  },
});

/** Facts of no user, which one read gives to all requests of a batch. */
export const commonFacts = <Found extends Standing>(
  name: string,
  read: (session: Session) => Promise<Found>,
): Facts<null, Found> => ({
  name,
  read: async (session, keys) => {
    const found = await read(session);
    return keys.map(() => found);
  },
});
