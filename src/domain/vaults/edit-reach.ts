import { DAY_MS, type Instant } from '../base/time.ts';

const REACH_MS = 365 * DAY_MS;

/** Whether the owner may set a time of a vault to it: at most 365 days from now, which a mistyped year rarely is. */
export function isInReach(at: Instant, now: Instant): boolean {
  return Math.abs(at - now) <= REACH_MS;
}
