import type { ChangeHub, Changed } from '../events/changes.ts';

/** Query parameter. Arrays are passed as text (`arrayOf`) and cast in the statement. */
export type Param = string | number | bigint | boolean | null;

/** Named statement, which the server prepares once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Queries on any connection, or inside a transaction on its connection. */
export interface Session {
  /**
   * Returns rows: int8 as bigint, timestamptz as whole milliseconds since 1970. Values far below 2⁵³ (a slot, a
   * count) are selected as float8 or integer, to be numbers.
   */
  query<Row>(statement: Statement, params?: readonly Param[]): Promise<Row[]>;
  /** Runs a script of several statements without parameters. */
  exec(script: string): Promise<void>;
  /** Records changes of a statement. Inside a transaction, listeners are notified after its commit. */
  note(changed: Changed): void;
}

export interface TransactionOptions {
  /** Raises the time limit of each statement to half an hour, on the server and the node. */
  readonly takesLong?: boolean;
}

/** PostgreSQL database, embedded or not. Inside `transaction`, only its own session may be used. */
export interface Database extends Session {
  readonly kind: 'pglite' | 'postgres';
  /** Notifies of writes. */
  readonly changes: ChangeHub;
  transaction<T>(work: (session: Session) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

export function statement(name: string, text: string): Statement {
  return { name, text };
}

/** Builds a PostgreSQL array literal, to be cast as `$1::text::uuid[]`. */
export function arrayOf(values: readonly (Param | undefined)[]): string {
  let elements = '';
  for (const value of values) elements += elements === '' ? element(value) : `,${element(value)}`;
  return `{${elements}}`;
}

/**
 * Builds `unnest(…)` of the array parameters from `$first` on, each cast to its type. The first array is wrapped in a
 * select, which hides its length from the planner. Otherwise a short array would look cheaper than the cached
 * generic plan, and be planned on each call.
 */
export function unnestOf(types: readonly string[], first = 1): string {
  const arrays = types.map((type, i) => `$${first + i}::text::${type}[]`);
  return `unnest(${arrays.map((array, i) => (i === 0 ? `(select ${array})` : array)).join(', ')})`;
}

/** Builds `any(…)` of the array in `$n`. The subquery is evaluated once, a bare cast once per row. */
export const anyOf = (n: number): string => `any(array(select unnest($${n}::text::uuid[])))`;

const SPECIAL = /["\\]/g;

function element(value: Param | undefined): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'string') return String(value);
  // Few values need escaping, and the check is much faster than replacing.
  const isPlain = !value.includes('"') && !value.includes('\\');
  return `"${isPlain ? value : value.replace(SPECIAL, '\\$&')}"`;
}

/**
 * Parses a timestamptz as PostgreSQL prints it in UTC, such as '2026-01-31 12:00:00.5+00', into milliseconds since
 * 1970. Reads the digits itself, in a fifth of the time of Date.parse, because an audit reads millions of them.
 */
export function parseTimestamp(text: string): number {
  const end = text.length - 3;
  const isShort = text.charCodeAt(4) === DASH && end <= LONGEST && text.charCodeAt(0) > ZERO;
  const isPlain = isShort && text.endsWith('+00');
  if (!isPlain) return Date.parse(`${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`);
  const two = (at: number): number =>
    (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
  let ms = 0;
  for (let at = 20, worth = 100; at < end; at += 1, worth /= 10) {
    ms += (text.charCodeAt(at) - ZERO) * worth;
  }
  return Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms);
}
const ZERO = 48;
const DASH = 45;
/** Length of a timestamp to the millisecond, without the zone. */
const LONGEST = '2026-01-31 12:00:00.123'.length;

/** True if a write violated a unique key, such as a payment that an earlier write used. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
const UNIQUE_VIOLATION = '23505';

/** Returns the row of a result that always has exactly one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`${rows.length} rows instead of 1`);
  return row;
}
