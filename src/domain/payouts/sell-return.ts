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
import { currentSell } from './payout-subject.ts';
import { type Sell, returnSell } from '../sells/sell.ts';
import type { SellPeriod } from '../sells/sell-limit.ts';

/** Inputs of rejecting or cancelling a request. */
export interface SellToReturn {
  readonly sell: Sell;
  /** All payouts of the request. */
  readonly payouts: readonly Payout[];
  readonly now: Instant;
  /** Payout that waits outside and certainly was not paid; the owner's rejection withdraws it. */
  readonly unpaidOutside?: string | null;
}

/** Outcome of a request, and the owner's notes. */
export interface SellReturn {
  readonly status: 'rejected' | 'cancelled';
  readonly notes: string | null;
}

/** Changes by returning a request. */
export interface ReturnedSell {
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly sells: readonly [Sell];
  readonly period: SellPeriod;
  /** Outside payout that the owner has withdrawn. */
  readonly payouts: readonly Payout[];
}

/** Decision about returning a request. */
export interface DecidedReturn {
  /** Null if it was returned with the same status before. */
  readonly result: Result<ReturnedSell | null>;
  /** Open payout that must be withdrawn first; null if nothing is to be marked. */
  readonly withdrawn: Payout | null;
}

/** Returns a pending request to the user if no payout can pay it any more. If one can, withdraws that payout first. */
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
  const returned = returnSell(currentSell(stored, payouts), { status, notes }, now);
  if (!returned.ok) return { result: returned, withdrawn: null };
  const { next, journals, items, period } = returned.value;
  const ended = isGivenUp ? [{ ...open, status: 'withdrawn' as const, settledAt: now }] : [];
  return {
    result: ok({ journals, items, sells: [next], period, payouts: ended }),
    withdrawn: null,
  };
}
