import type { ChangeHub, Changed } from '../events/changes.ts';

/** What a parameter may be; arrays travel as text (`arrayOf`) and are cast in the statement. */
export type Param = string | number | bigint | boolean | null;

/** A statement with a name of its own: the server prepares it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** One connection's worth of asking; inside a transaction, the transaction's. */
export interface Session {
  /**
   * Rows of one statement: int8 as bigint, timestamptz as whole milliseconds since 1970. What is far below
   * 2⁵³ (a slot, a count) is selected as float8 or integer, which is a number.
   */
  query<Row>(statement: Statement, params?: readonly Param[]): Promise<Row[]>;
  /** Runs a script of several statements without parameters. */
  exec(script: string): Promise<void>;
  /** Says what a statement has changed; inside a transaction, listeners are told after its commit. */
  note(changed: Changed): void;
}

export interface TransactionOptions {
  /** Its statements may take half an hour each, on the server and until they are answered. */
  readonly takesLong?: boolean;
}

/** A PostgreSQL, embedded or not. Inside `transaction` only the session it hands out may be used. */
export interface Database extends Session {
  readonly kind: 'pglite' | 'postgres';
  /** Tells what has been written to it. */
  readonly changes: ChangeHub;
  transaction<T>(work: (session: Session) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

/** A named statement. */
export function statement(name: string, text: string): Statement {
  return { name, text };
}

/** A PostgreSQL array literal, to be cast as `$1::text::uuid[]`. */
export function arrayOf(values: readonly (Param | undefined)[]): string {
  let elements = '';
  for (const value of values) elements += elements === '' ? element(value) : `,${element(value)}`;
  return `{${elements}}`;
}

/**
 * `unnest(…)` of array parameters, `$first` and those after it, each cast to an array of its type. The
 * first stands behind a select: where the planner could count it, a call with one or two elements would
 * seem cheaper than any plan that is kept, and be planned at each call.
 */
export function unnestOf(types: readonly string[], first = 1): string {
  const arrays = types.map((type, i) => `$${first + i}::text::${type}[]`);
  return `unnest(${arrays.map((array, i) => (i === 0 ? `(select ${array})` : array)).join(', ')})`;
}

/** `any(…)` of the array in parameter `n`: read once, where a bare cast would be worked out for every row. */
export const anyOf = (n: number): string => `any(array(select unnest($${n}::text::uuid[])))`;

const SPECIAL = /["\\]/g;

function element(value: Param | undefined): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'string') return String(value);
  // Hardly any value has what must be escaped, and to look for it takes far less than to replace it.
  const isPlain = !value.includes('"') && !value.includes('\\');
  return `"${isPlain ? value : value.replace(SPECIAL, '\\$&')}"`;
}

/**
 * Milliseconds since 1970 of a timestamptz as PostgreSQL prints it in UTC: '2026-01-31 12:00:00.5+00'.
 * Digit by digit, which takes a fifth of the time: an audit of everybody reads millions of them.
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
/** To the millisecond, without the zone. */
const LONGEST = '2026-01-31 12:00:00.123'.length;

/** True if a write violated a unique key: a write that came first took the payment, or another key. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
const UNIQUE_VIOLATION = '23505';

/** The one row of an answer that always has one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`${rows.length} rows instead of 1`);
  return row;
}
