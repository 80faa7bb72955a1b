import { max, min } from '../base/money.ts';
import type { Payout } from './payout.ts';

/** Minimum price, in micro-lamports per compute unit, above transactions that pay nothing. */
const PRICE_MIN = 10_000n;
/** Maximum price of the first attempt: 0.0004 SOL for the 200,000 units of the largest transfer. */
const PRICE_MAX = 2_000_000n;
/** Maximum price of any attempt: 0.0032 SOL. */
const RAISED_MAX = 16_000_000n;
const RAISE = 4n;

/**
 * Returns the price per compute unit for an attempt, counted from 0: the usual price, multiplied by four for
 * each attempt that never landed, within bounds.
 */
export function priorityPriceOf(usual: bigint, attempt: number): bigint {
  const first = min(max(usual, PRICE_MIN), PRICE_MAX);
  return min(first * RAISE ** BigInt(Math.max(0, attempt)), RAISED_MAX);
}

/**
 * Returns the number of signed transactions of a subject that never landed since the last one that landed. A
 * payout that was withdrawn on request is left out, because it does not show that the fee was too low.
 */
export function unlandedAttempts(payouts: readonly Payout[]): number {
  const landed = payouts.filter(({ status }) => status === 'failed' || status === 'finalized');
  return payouts.filter(
    (payout) =>
      payout.signed !== null &&
      !payout.isWithdrawing &&
      landed.every(({ createdAt }) => payout.createdAt > createdAt),
  ).length;
}
