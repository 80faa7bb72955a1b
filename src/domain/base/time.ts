/** Whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly __unit: 'ms since epoch' };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/**
 * Brands milliseconds as an instant; throws if they are no safe integer.
 *
 * @example instant(0) // 1970-01-01T00:00:00.000Z
 */
export function instant(ms: number): Instant {
  if (!Number.isSafeInteger(ms)) throw new RangeError(`not an instant: ${ms}`);
  return ms as Instant;
}

/** Returns the instant `ms` after `at`; before it if `ms` is negative. */
export function after(at: Instant, ms: number): Instant {
  return instant(at + ms);
}

export function laterOf(a: Instant, b: Instant): Instant {
  return Math.max(a, b) as Instant;
}

/**
 * Formats an instant as ISO 8601 in UTC with milliseconds, the form of all instants outside the program.
 *
 * @example iso(instant(0)) // '1970-01-01T00:00:00.000Z'
 */
export function iso(at: Instant): string {
  const day = Math.floor(at / DAY_MS);
  const ms = at - day * DAY_MS;
  const minutes = SIXTY[Math.floor(ms / MINUTE_MS) % 60];
  const seconds = SIXTY[Math.floor(ms / SECOND_MS) % 60];
  return `${dayText(day)}T${SIXTY[Math.floor(ms / HOUR_MS)]}:${minutes}:${seconds}.${THOUSAND[ms % 1_000]}Z`;
}

const padded = (count: number, digits: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => String(n).padStart(digits, '0'));
const SIXTY = padded(60, 2);
const THOUSAND = padded(1_000, 3);
/** Cache of day texts by day number, because a write formats dozens of instants and Date is slow. */
const days = new Map<number, string>();
const DAYS_MAX = 1_000;

function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  if (days.size >= DAYS_MAX) days.clear();
  const text = new Date(day * DAY_MS).toISOString().slice(0, -14);
  days.set(day, text);
  return text;
}

export function isoOrNull(at: Instant | null): string | null {
  return at === null ? null : iso(at);
}

/**
 * True if a stored past instant, such as a heartbeat's, lies more than a minute in the future, because the
 * database's clock was ahead when it was stored.
 */
export const isImplausiblyLate = (past: Instant, now: Instant): boolean => past - now > MINUTE_MS;

/** Returns the milliseconds from start to end as a bigint; 0 if end is not after start. */
export function elapsedMs(start: Instant, end: Instant): bigint {
  return BigInt(Math.max(end - start, 0));
}
