import type { StakeJson } from '#contract/vaults/vaults';

/** The part of its life that a vault is in, and its bounds in milliseconds. */
export interface Stretch {
  readonly phase: 'vesting' | 'running' | 'window';
  readonly start: number;
  readonly end: number;
}

/** What a countdown and a progress bar show; null where nothing runs: a pause holds a window open. */
export function stretchOf(stake: StakeJson, isPaused: boolean): Stretch | null {
  const { phase, vestingStartTime, vestingEndTime } = stake;
  const { vaultStartTime, vaultEndTime, restakeWindowEndTime } = stake;
  switch (phase) {
    case 'vesting':
      return between(phase, vestingStartTime, vestingEndTime);
    case 'running':
      return between(phase, vaultStartTime, vaultEndTime);
    case 'window':
      return isPaused ? null : between(phase, vaultEndTime, restakeWindowEndTime);
    case 'ready':
    case 'completed':
      return null;
  }
}

function between(
  phase: Stretch['phase'],
  start: string | null,
  end: string | null,
): Stretch | null {
  if (start === null || end === null) return null;
  return { phase, start: Date.parse(start), end: Date.parse(end) };
}
