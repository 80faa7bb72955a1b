import { max, min } from '../base/money.ts';
import type { Payout } from './payout.ts';

/** Micro-lamports per compute unit: enough to be ahead of transactions that pay nothing. */
const PRICE_MIN = 10_000n;
/** What a first attempt pays at most: with the 200,000 units of the largest transfer, 0.0004 SOL. */
const PRICE_MAX = 2_000_000n;
/** What any attempt pays at most: 0.0032 SOL. */
const RAISED_MAX = 16_000_000n;
const RAISE = 4n;

/**
 * The price of a compute unit for an attempt, counted from 0: what is usual at first, and four times as
 * much with each attempt that never landed, within bounds.
 */
export function priorityPriceOf(usual: bigint, attempt: number): bigint {
  const first = min(max(usual, PRICE_MIN), PRICE_MAX);
  return min(first * RAISE ** BigInt(Math.max(0, attempt)), RAISED_MAX);
}

/**
 * Number of transactions of a subject that were signed and never landed since one of them last landed. A payout that
 * was withdrawn on request is not counted, because it says nothing about the fee.
 */
export function vainAttempts(payouts: readonly Payout[]): number {
  const landed = payouts.filter(({ status }) => status === 'failed' || status === 'finalized');
  return payouts.filter(
    (payout) =>
      payout.signed !== null &&
      !payout.isWithdrawing &&
      landed.every(({ createdAt }) => payout.createdAt > createdAt),
  ).length;
}
