import { partPassed } from '../kernel/ui/format/times.ts';

/** The instants of a vault's life in milliseconds; the vault's own are null until it is active. */
export interface VaultTimes {
  readonly vestingStart: number;
  readonly vestingEnd: number;
  readonly vaultStart: number | null;
  readonly vaultEnd: number | null;
  readonly windowEnd: number | null;
}

export const DAYS_PER_CYCLE = 7;
/** One cell of vesting, one a day, one of window. */
export const CELLS = 1 + DAYS_PER_CYCLE + 1;

/**
 * Where `now` stands on the timeline, in cells from its start: 0 at the stake, 1 when vested,
 * 8 at maturity, 9 at the window's end. A vested vault waits at 1 until it is activated.
 */
export function cellsElapsed(times: VaultTimes, now: number): number {
  const { vestingStart, vestingEnd, vaultStart, vaultEnd, windowEnd } = times;
  if (vaultStart === null || vaultEnd === null || windowEnd === null) {
    return partPassed(vestingStart, vestingEnd, now);
  }
  const days = partPassed(vaultStart, vaultEnd, now) * DAYS_PER_CYCLE;
  return 1 + days + partPassed(vaultEnd, windowEnd, now);
}

/** How full the cell with this index is, 0 to 1. */
export function cellFill(elapsed: number, index: number): number {
  return Math.min(1, Math.max(0, elapsed - index));
}
