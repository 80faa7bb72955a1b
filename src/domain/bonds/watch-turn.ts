import { DAY_MS, type Instant, isImplausiblyLate, MINUTE_MS, SECOND_MS } from '../base/time.ts';
import type { TreasuryBalances } from './deposit.ts';

/**
 * Last steps of a node's treasury watcher; null before the first. Its times are of the node's monotonic clock:
 * a correction of the database's clock must not make the watcher wait.
 */
export interface Watched {
  /** Monotonic time of the last listing of the treasury's transactions. */
  readonly listedAtMs: number | null;
  /** Monotonic time of the last look at the treasury's balances. */
  readonly lookedAtMs: number | null;
  /** Balances as of the last complete listing. */
  readonly held: TreasuryBalances | null;
}

/** Listing is expensive and finds everything, even transactions that leave the balances unchanged. */
const LIST_EVERY_MS = MINUTE_MS;
/** A look at the balances is cheap, and shows that something came. */
const LOOK_EVERY_MS = 10 * SECOND_MS;

/** Next step of the watcher at a monotonic time. While a quote is open, a payment may come at any moment. */
export function watchTurn(
  { listedAtMs, lookedAtMs }: Watched,
  { atMs, isQuoteOpen }: { readonly atMs: number; readonly isQuoteOpen: boolean },
): 'list' | 'look' | 'wait' {
  if (listedAtMs === null || atMs - listedAtMs >= LIST_EVERY_MS) return 'list';
  if (isQuoteOpen || lookedAtMs === null || atMs - lookedAtMs >= LOOK_EVERY_MS) return 'look';
  return 'wait';
}

/** How far back the nightly scan goes: a week at 400 ms a slot, three and a half days at 200 ms. */
export const SCANNED_SLOTS = 1_500_000;

/**
 * True if an address is due for its nightly scan: a provider's index may be filled in late. A scan dated in the
 * future was dated by a database clock that was ahead.
 */
export function isScanDue(scannedAt: Instant | null, now: Instant): boolean {
  return scannedAt === null || now - scannedAt >= DAY_MS || isImplausiblyLate(scannedAt, now);
}

/** Whether something moved since everything was listed, as far as balances tell. */
export function hasMoved(held: TreasuryBalances | null, now: TreasuryBalances): boolean {
  return held?.lamports !== now.lamports || held.usdc !== now.usdc;
}
