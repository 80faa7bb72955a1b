import { type Day, dayOf } from '#proof/files/day';

import { DAY_MS, type Instant, instant } from '../base/time.ts';

/**
 * The day whose proof is to be begun now; null if there is none. It is always today's: no snapshot can be
 * taken later of days that passed while no node ran, or that the clock jumped over. A protocol that is younger
 * than today's midnight has its first proof tomorrow.
 */
export function dueDay(now: Instant, last: Day | null, madeAt: Instant): Day | null {
  const today = dayOf(now);
  if ((last ?? '') >= today) return null;
  return Date.parse(today) >= madeAt ? today : null;
}

/** Days whose leaves are kept, so that holders can be shown their paths. */
const LEAVES_KEPT_DAYS = 31;

/** The first day whose leaves are still kept. */
export const leavesKeptFrom = (now: Instant): Day =>
  dayOf(instant(now - (LEAVES_KEPT_DAYS - 1) * DAY_MS));
