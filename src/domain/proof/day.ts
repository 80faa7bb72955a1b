import { DAY_MS, type Instant, instant, iso } from '../base/time.ts';

/** A day in UTC, such as `2026-01-31`. */
export type Day = string & { readonly __form: 'YYYY-MM-DD' };

/** The day that an instant is part of. */
export const dayOf = (at: Instant): Day => iso(at).slice(0, 10) as Day;

/** Whether a text names a day that exists. */
export function isDay(text: string): text is Day {
  const at = Date.parse(text);
  // Years beyond 9999 are longer.
  const isForm = text.length === 10 && !Number.isNaN(at);
  return isForm && iso(instant(at)) === `${text}T00:00:00.000Z`;
}

/**
 * The day whose proof is to be begun now; null where there is none. It is always today's: of days that
 * passed while no node ran, or that the clock jumped over, no snapshot can be taken any more. A protocol
 * that is younger than today's midnight has its first proof tomorrow.
 */
export function dueDay(now: Instant, last: Day | null, madeAt: Instant): Day | null {
  const today = dayOf(now);
  if ((last ?? '') >= today) return null;
  return Date.parse(today) >= madeAt ? today : null;
}

/** Days whose leaves are kept: with those, anybody can be shown their path. */
const LEAVES_KEPT_DAYS = 31;

/** The first day whose leaves are still kept. */
export const leavesKeptFrom = (now: Instant): Day =>
  dayOf(instant(now - (LEAVES_KEPT_DAYS - 1) * DAY_MS));
