import type { HistoryItem } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import { type Result, ok } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import { type Payout, noPayoutUnderWay } from './payout.ts';
import { type Sell, type SellPeriod, returnSell } from './sell.ts';

/** What rejecting or cancelling a request is decided on. */
export interface SellToReturn {
  readonly sell: Sell;
  /** All payouts of the request. */
  readonly payouts: readonly Payout[];
  readonly now: Instant;
}

/** What the answer to a request is, and the owner's words. */
export interface SellReturn {
  readonly status: 'rejected' | 'cancelled';
  readonly notes: string | null;
}

/** What returning a request changes. */
export interface ReturnedSell {
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly sells: readonly [Sell];
  readonly period: SellPeriod;
}

/**
 * Returns a pending request that no payout can pay any more; null where it was returned that way
 * before.
 */
export function decideSellReturn(
  { sell, payouts, now }: SellToReturn,
  { status, notes }: SellReturn,
): Result<ReturnedSell | null> {
  if (sell.status === status) return ok(null);
  const unpaid = noPayoutUnderWay(payouts);
  if (!unpaid.ok) return unpaid;
  const returned = returnSell(sell, status, now, notes);
  if (!returned.ok) return returned;
  const { next, journals, items, period } = returned.value;
  return ok({ journals, items, sells: [next], period });
}
