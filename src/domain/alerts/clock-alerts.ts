import type { ClockState } from '../base/clock-skew.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '../base/time.ts';
import { type Alert, alert } from './alert.ts';

/** The database's clock, as the node that asks sees it. */
export interface ClockHealth {
  readonly standing: ClockState['standing'];
  /** Database's clock minus the right time. */
  readonly aheadMs: number;
  /** Since when they differ; null while they do not. */
  readonly since: Instant | null;
  /** How long ago timed work was last held; null if it never was. */
  readonly heldAgoMs: number | null;
}

/** After timed work was held, jobs get this long to run again before they count as late. */
const RESUMED_MS = 15 * MINUTE_MS;

/** Alerts of a clock by which deadlines would pass too early or too late. */
export function clockAlerts({ standing, aheadMs, since }: ClockHealth): Alert[] {
  if (standing === 'fine') return [];
  const seconds = Math.trunc(Math.abs(aheadMs) / SECOND_MS);
  const differs = `The database’s clock is ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}`;
  const follows =
    standing === 'held'
      ? 'timed work and all changes that depend on time are held until it is right'
      : 'from five minutes on, timed work and all changes that depend on time are held';
  return [alert('CLOCK_SKEW', 'critical', { text: `${differs}: ${follows}`, since })];
}

/** True while jobs that do not run are no sign of trouble: they were held until a moment ago. */
export const areJobsHeld = ({ heldAgoMs }: ClockHealth): boolean =>
  heldAgoMs !== null && heldAgoMs < RESUMED_MS;
