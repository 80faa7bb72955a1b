import type { SellJson } from '#contract/sells/sells';
import type { StakeJson } from '#contract/vaults/vaults';
import { type Instant, instant } from '#domain/base/time';
import { sellAgainUntil } from '#domain/sells/sell';
import { CYCLE_MS, VESTING_MS } from '#domain/terms/terms';

import { pendingSell } from '../kernel/api/positions.ts';

/**
 * When a vault of the user is in its window: one is (the one that closes last), one runs to a known
 * instant, one waits to be activated or vests, or there is none. Instants are milliseconds since
 * 1970; `opens` of a vault that is not running is the earliest that it can be.
 */
export type Opening =
  | { readonly kind: 'open'; readonly stake: StakeJson; readonly closes: number }
  | { readonly kind: 'running' | 'ready'; readonly stake: StakeJson; readonly opens: number }
  | {
      readonly kind: 'vesting';
      readonly stake: StakeJson;
      readonly vests: number;
      readonly opens: number;
    }
  | { readonly kind: 'none'; readonly opens: number };

/** The next chance to sell that the user's stakes give, seen from `now` (milliseconds since 1970). */
export function openingOf(stakes: readonly StakeJson[], now: number): Opening {
  const open = first(stakes, 'window', (stake) => -Date.parse(stake.restakeWindowEndTime ?? ''));
  if (open) return { kind: 'open', stake: open.stake, closes: -open.order };
  const running = first(stakes, 'running', (stake) => Date.parse(stake.vaultEndTime ?? ''));
  if (running) return { kind: 'running', stake: running.stake, opens: running.order };
  const ready = first(stakes, 'ready', () => 0);
  if (ready) return { kind: 'ready', stake: ready.stake, opens: now + CYCLE_MS };
  const vesting = first(stakes, 'vesting', (stake) => Date.parse(stake.vestingEndTime));
  if (vesting) {
    const vests = vesting.order;
    return { kind: 'vesting', stake: vesting.stake, vests, opens: vests + CYCLE_MS };
  }
  return { kind: 'none', opens: now + VESTING_MS + CYCLE_MS };
}

/** The stake in a phase that comes first by an order. */
function first(
  stakes: readonly StakeJson[],
  phase: StakeJson['phase'],
  order: (stake: StakeJson) => number,
) {
  return stakes
    .filter((stake) => stake.phase === phase)
    .map((stake) => ({ stake, order: order(stake) }))
    .toSorted((a, b) => a.order - b.order)[0];
}

/** Until when the user may ask without an open window; null where no such time is running. */
export function retryUntil(sells: readonly SellJson[], now: number): Instant | null {
  const at = instant(Math.floor(now));
  const ends = sells.map(pendingSell).flatMap((sell) => {
    const ended = { sells: [sell], payoutFailedAt: sell.payoutFailedAt };
    return sellAgainUntil(ended, at) ?? [];
  });
  return ends.length === 0 ? null : instant(Math.max(...ends));
}
