import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../base/time.ts';
import type { TreasuryBalances } from './deposit.ts';

/** What a watcher has done lately; null where it has not. */
export interface Watched {
  /** When it last listed what reached the treasury. */
  readonly listedAt: Instant | null;
  /** When it last looked at what the treasury holds, and what that was when everything was listed. */
  readonly lookedAt: Instant | null;
  readonly held: TreasuryBalances | null;
}

/** Listing is dear, and finds everything: also what leaves the balances as they were. */
const LIST_EVERY_MS = MINUTE_MS;
/** A look at the balances is cheap, and shows that something came. */
const LOOK_EVERY_MS = 10 * SECOND_MS;

/** What a watcher's turn does; while a quote is open, a payment may come at any moment. */
export function watchTurn(
  { listedAt, lookedAt }: Watched,
  { now, isQuoteOpen }: { readonly now: Instant; readonly isQuoteOpen: boolean },
): 'list' | 'look' | 'wait' {
  if (listedAt === null || now - listedAt >= LIST_EVERY_MS) return 'list';
  if (isQuoteOpen || lookedAt === null || now - lookedAt >= LOOK_EVERY_MS) return 'look';
  return 'wait';
}

/** What is gone over again: a week at 400 ms a slot, three days and a half at 200. */
export const SCANNED_SLOTS = 1_500_000;

/** Whether an address's last days are to be gone over again: a provider's index may be filled in late. */
export function isScanDue(scannedAt: Instant | null, now: Instant): boolean {
  return scannedAt === null || now - scannedAt >= DAY_MS;
}

/** Whether something moved since everything was listed, as far as balances tell. */
export function hasMoved(held: TreasuryBalances | null, now: TreasuryBalances): boolean {
  return held?.lamports !== now.lamports || held.usdc !== now.usdc;
}
