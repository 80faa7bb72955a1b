import { MINUTE_MS, SECOND_MS } from '../base/time.ts';
import type { TreasuryBalances } from './deposit.ts';

/**
 * Last polls of a node's treasury watcher; null before the first. Times are from the node's monotonic clock,
 * so that a correction of the database's clock does not delay the watcher.
 */
export interface Polled {
  /** Monotonic time of the last listing of the treasury's transactions. */
  readonly listedAtMs: number | null;
  /** Monotonic time of the last read of the treasury's balances. */
  readonly readAtMs: number | null;
  /** Balances as of the last complete listing. */
  readonly held: TreasuryBalances | null;
}

/**
 * Interval of listings while the balances are unchanged. Every payment changes a balance; a listing also
 * finds transactions that leave the balances unchanged.
 */
const LIST_EVERY_MS = 2 * MINUTE_MS;
/** Interval of reads of the balances while no quote is open. A read costs a twentieth of a listing. */
const READ_EVERY_MS = 10 * SECOND_MS;

/** Returns the next step of the watcher. While a quote is open, the balances are read on every run. */
export function nextPoll(
  { listedAtMs, readAtMs }: Polled,
  { atMs, isQuoteOpen }: { readonly atMs: number; readonly isQuoteOpen: boolean },
): 'list' | 'read-balances' | 'wait' {
  if (listedAtMs === null || atMs - listedAtMs >= LIST_EVERY_MS) return 'list';
  if (isQuoteOpen || readAtMs === null || atMs - readAtMs >= READ_EVERY_MS) return 'read-balances';
  return 'wait';
}

/** True if a balance differs from what was held at the last complete listing. */
export function hasMoved(held: TreasuryBalances | null, now: TreasuryBalances): boolean {
  return held?.lamports !== now.lamports || held.usdc !== now.usdc;
}
