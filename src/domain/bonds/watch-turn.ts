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

/** Listing is expensive and finds everything, even transactions that leave the balances unchanged. */
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

/** How far back the nightly scan goes: a week at 400 ms a slot, three and a half days at 200 ms. */
export const SCANNED_SLOTS = 1_500_000;

/** Whether an address is due for its nightly scan: a provider's index may be filled in late. */
export function isScanDue(scannedAt: Instant | null, now: Instant): boolean {
  return scannedAt === null || now - scannedAt >= DAY_MS;
}

/** Whether something moved since everything was listed, as far as balances tell. */
export function hasMoved(held: TreasuryBalances | null, now: TreasuryBalances): boolean {
  return held?.lamports !== now.lamports || held.usdc !== now.usdc;
}
