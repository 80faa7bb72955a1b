import type { ClockState } from '../base/clock-skew.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '../base/time.ts';
import { type Alert, alert } from './alert.ts';

/** State of the database's clock, as this node measures it. */
export interface ClockHealth {
  readonly status: ClockState['status'];
  /** Database's clock minus the right time. */
  readonly aheadMs: number;
  /** Start of the difference; null if there is none. */
  readonly since: Instant | null;
  /** Time since timed work was last suspended; null if it never was. */
  readonly heldAgoMs: number | null;
}

/** Time for jobs to run again after a suspension, before they count as late. */
const RESUMED_MS = 15 * MINUTE_MS;

/** Alerts if the clock is wrong, because deadlines would pass too early or too late. */
export function clockAlerts({ status, aheadMs, since }: ClockHealth): Alert[] {
  if (status === 'ok') return [];
  const seconds = Math.trunc(Math.abs(aheadMs) / SECOND_MS);
  const differs = `The database’s clock is ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}`;
  const follows =
    status === 'held'
      ? 'timed work and all changes that depend on time are held until it is right'
      : 'from five minutes on, timed work and all changes that depend on time are held';
  return [alert('CLOCK_SKEW', 'critical', { text: `${differs}: ${follows}`, since })];
}

/** True if late jobs are no sign of trouble, because timed work was suspended until recently. */
export const areJobsHeld = ({ heldAgoMs }: ClockHealth): boolean =>
  heldAgoMs !== null && heldAgoMs < RESUMED_MS;
