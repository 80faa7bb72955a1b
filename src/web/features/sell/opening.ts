import type { StakeJson } from '#contract/stakes';
import { CYCLE_MS, VESTING_MS } from '#domain/terms';

/**
 * When a vault of the user is in its window: one is (the one that closes last), one runs to a known
 * instant, one waits to be activated or vests, or there is none. Instants are milliseconds since
 * 1970; `opens` of a vault that is not running is the earliest that it can be.
 */
export type Opening =
  | { readonly kind: 'open'; readonly stake: StakeJson; readonly closes: number }
  | { readonly kind: 'running'; readonly opens: number }
  | { readonly kind: 'ready'; readonly opens: number }
  | { readonly kind: 'vesting'; readonly vests: number; readonly opens: number }
  | { readonly kind: 'none'; readonly opens: number };

/** The next chance to sell that the user's stakes give, seen from `now` (milliseconds since 1970). */
export function openingOf(stakes: readonly StakeJson[], now: number): Opening {
  const inPhase = (phase: StakeJson['phase']) => stakes.filter((stake) => stake.phase === phase);
  const open = inPhase('window').map((stake) => ({
    kind: 'open' as const,
    stake,
    closes: Date.parse(stake.restakeWindowEndTime ?? ''),
  }));
  const last = open.toSorted((a, b) => b.closes - a.closes)[0];
  if (last) return last;
  const matures = inPhase('running').map(({ vaultEndTime }) => Date.parse(vaultEndTime ?? ''));
  if (matures.length > 0) return { kind: 'running', opens: Math.min(...matures) };
  if (inPhase('ready').length > 0) return { kind: 'ready', opens: now + CYCLE_MS };
  const ends = inPhase('vesting').map(({ vestingEndTime }) => Date.parse(vestingEndTime));
  if (ends.length > 0) {
    const vests = Math.min(...ends);
    return { kind: 'vesting', vests, opens: vests + CYCLE_MS };
  }
  return { kind: 'none', opens: now + VESTING_MS + CYCLE_MS };
}
