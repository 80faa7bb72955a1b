import type { HistoryItem } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import {
  type Payout,
  awaitsOutside,
  openPayoutAmong,
  payoutStillOpen,
  withdrawn,
} from './payout.ts';
import { sellAsItStands } from './payout-subject.ts';
import { type Sell, type SellPeriod, returnSell } from './sell.ts';

/** What rejecting or cancelling a request is decided on. */
export interface SellToReturn {
  readonly sell: Sell;
  /** All payouts of the request. */
  readonly payouts: readonly Payout[];
  readonly now: Instant;
  /** The payout that waits outside and surely was not paid: the owner's rejection gives it up. */
  readonly unpaidOutside?: string | null;
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
  /** The payout outside that the owner has given up. */
  readonly payouts: readonly Payout[];
}

/** What was decided about returning a request. */
export interface DecidedReturn {
  /** Null where it was returned that way before. */
  readonly result: Result<ReturnedSell | null>;
  /** The payout that stands in the way, and is withdrawn first; null where nothing is to be marked. */
  readonly withdrawn: Payout | null;
}

/** Returns a pending request that no payout can pay any more; where one can, withdraws that first. */
export function decideSellReturn(
  { sell: stored, payouts, now, unpaidOutside = null }: SellToReturn,
  { status, notes }: SellReturn,
): DecidedReturn {
  if (stored.status === status) return { result: ok(null), withdrawn: null };
  const open = openPayoutAmong(payouts);
  const isGivenUp = open !== null && open.id === unpaidOutside && status === 'rejected';
  if (open && awaitsOutside(open) && !isGivenUp) {
    return { result: refuse('PAYOUT_OPEN', { possibleAt: null }), withdrawn: null };
  }
  if (open && !isGivenUp) {
    return {
      result: payoutStillOpen(now),
      withdrawn: open.isWithdrawing ? null : withdrawn(open),
    };
  }
  const returned = returnSell(sellAsItStands(stored, payouts), { status, notes }, now);
  if (!returned.ok) return { result: returned, withdrawn: null };
  const { next, journals, items, period } = returned.value;
  const ended = isGivenUp ? [{ ...open, status: 'withdrawn' as const, settledAt: now }] : [];
  return {
    result: ok({ journals, items, sells: [next], period, payouts: ended }),
    withdrawn: null,
  };
}
