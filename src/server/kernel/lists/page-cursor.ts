import { uuid } from '#contract/base/wire';
import { MAX_AMOUNT } from '#domain/base/money';
import { type Refused, type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import type { Keyset } from './sorted-page.ts';

/** End of the year 9999, after which ISO instants have another format. */
const INSTANT_MAX = 253_402_300_799_999;

/** Refuses a cursor that this server did not create for this list. */
export const foreignCursor = (): Refused =>
  refuse('MALFORMED', { issues: ['query.cursor: not one of ours'] });

/** Position after the last row of a page, in a list by time. */
export interface Cursor {
  readonly at: Instant;
  readonly id: string;
}

export function writeCursor({ at, id }: Cursor): string {
  return `${at}.${id}`;
}

/** Parses a cursor. Null if omitted; refused if this server did not create it. */
export function readCursor(text: string | undefined): Result<Cursor | null> {
  if (text === undefined) return ok(null);
  const [, at, id = ''] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text) ?? [];
  const isOurs = Number(at) <= INSTANT_MAX && uuid.safeParse(id).success;
  return isOurs ? ok({ at: Number(at) as Instant, id }) : foreignCursor();
}

/** Serializes the end of a page, valid only for the same sort order. */
export function writeKeyset(sort: string, { key, id }: Keyset): string {
  return `${sort}.${key ?? ''}.${id}`;
}

/** Parses a keyset. Null if omitted; refused if this server did not create it for this sort order. */
export function readKeyset(
  sort: string,
  kind: 'instant' | 'amount',
  text: string | undefined,
): Result<Keyset | null> {
  if (text === undefined) return ok(null);
  const [of, digits = '', id = '', ...more] = text.split('.');
  const key = digits === '' ? null : /^\d{1,19}$/.test(digits) ? BigInt(digits) : -1n;
  const most = kind === 'amount' ? MAX_AMOUNT : BigInt(INSTANT_MAX);
  const isOurs = of === sort && more.length === 0 && uuid.safeParse(id).success;
  const isKey = key === null || (key >= 0n && key <= most);
  return isOurs && isKey ? ok({ key, id }) : foreignCursor();
}
