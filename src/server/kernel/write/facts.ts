import type { Instant } from '#domain/base/time';
import { type Session, type Statement, arrayOf } from '../db/database.ts';

/** Context of every decision: the user, that user's version, the time and the terms. */
export interface DecisionContext {
  /** Null if the decision changes nothing of a user. */
  readonly userId: string | null;
  /** Version of the user; 0 if there is no user. */
  readonly version: bigint;
  readonly now: Instant;
  readonly termsVersion: bigint;
}

/** Columns of a decision context, with the user as `u` and the protocol as `p`. */
export const DECISION_COLUMNS = `coalesce(u.version, 0) as version, p.terms_version, protocol_time(p.clock_offset_ms) as now`;
/** Columns of a decision context without a user. */
export const DECISION_COLUMNS_WITHOUT_USER = `0::bigint as version, p.terms_version, protocol_time(p.clock_offset_ms) as now`;

/**
 * Joins the user `u` of a key `k`, if there is one. Looks up key by key, because for a plain join the planner
 * overestimates the list of keys and scans all users.
 */
export const userOf = (isTheirs: string): string =>
  `left join lateral (select * from users u where ${isTheirs} and u.deleted_at is null limit 1) u on true`;

export interface DecisionContextRow {
  readonly version: bigint;
  readonly terms_version: bigint;
  readonly now: Instant;
}

export const decisionContextOf = <UserId extends string | null>(
  userId: UserId,
  { version, now, terms_version }: DecisionContextRow,
): DecisionContext & { readonly userId: UserId } => ({
  userId,
  version,
  now,
  termsVersion: terms_version,
});

/** All data that one decision needs, read in one statement. */
export interface Facts<Key, Found extends DecisionContext> {
  /** Reads with the same name are batched. */
  readonly name: string;
  /** Returns facts in the order of the keys; null for a key without facts. */
  readonly read: (session: Session, keys: readonly Key[]) => Promise<readonly (Found | null)[]>;
}

/** Puts rows in the order of the requested keys; null for a key without a row. */
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

/** Facts that a statement reads by ids. Each row has its `id`; `read` converts the rest. */
export const factsById = <Found extends DecisionContext>(
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

/** Facts without a user. One read serves all requests of a batch. */
export const commonFacts = <Found extends DecisionContext>(
  name: string,
  read: (session: Session) => Promise<Found>,
): Facts<null, Found> => ({
  name,
  read: async (session, keys) => {
    const found = await read(session);
    return keys.map(() => found);
  },
});
