import type { History } from '../base/history.ts';
import { type Lamports, type Lmt, type UsdPrice, lamports, min } from '../base/money.ts';
import { type Result, ok } from '../base/result.ts';
import { DAY_MS, type Instant, after } from '../base/time.ts';
import type { InForce } from '../terms/in-force.ts';
import { type MarketPrice, freshSolPrice, lmtPriceAt, solPriceStale } from '../terms/price.ts';
import { PRICE_FRESH_MS, QUOTE_MS } from '../terms/terms.ts';
import { type Available, feeNotSeen } from './fee-credit.ts';
import { type FeeQuote, feeQuoteHolds, isFeeQuoteOpen } from './fee-quote.ts';
import { feeRequired, lowestFee, stakingFee } from './vault-stake.ts';

/** What the fee of a stake rests on. */
export interface StakeFeeFacts {
  readonly now: Instant;
  /** The newest SOL price. */
  readonly sol: MarketPrice;
  /** SOL prices around the payment's block time, oldest first; none where nothing was paid. */
  readonly solWhenPaid: readonly MarketPrice[];
  /** The user's fee quotes that the payment's transaction names. */
  readonly namedQuotes: readonly FeeQuote[];
  /** The user's newest quote for the amount. */
  readonly latestQuote: FeeQuote | null;
}

interface StakeFeeRequest {
  readonly amount: Lmt;
  /** The payment that was posted with the stake; null where none was. */
  readonly paid: { readonly amount: bigint; readonly blockTime: Instant } | null;
  readonly available: Available;
  readonly isStaticFeed: boolean;
}

/** What a stake is charged: a quote's fee where one holds, else what the prices say. */
export function stakeFee(
  facts: StakeFeeFacts,
  asked: StakeFeeRequest,
  inForce: InForce,
): Result<Lamports> {
  return feeWhenPaid(facts, asked, inForce) ?? feeNow(facts, asked, inForce);
}

/** At the prices of the payment's own time; null where they do not count for it. */
function feeWhenPaid(
  { now, namedQuotes, solWhenPaid }: StakeFeeFacts,
  { amount, paid, available, isStaticFeed }: StakeFeeRequest,
  { terms, lmtPrices }: InForce,
): Result<Lamports> | null {
  if (!paid) return null;
  const quote = namedQuotes.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  const quoted = quote && feeQuoteHolds(quote, amount, paid.blockTime) ? quote.fee : null;
  const sol = solPricesForFee(solWhenPaid, isStaticFeed, paid.blockTime);
  if (quoted === null && sol.length === 0 && !isStaticFeed) return solPriceStale();
  const unquoted = lowestFee(amount, { lmt: lmtPrices, sol }, terms, paid.blockTime);
  const lowest = unquoted.ok ? unquoted.value : quoted;
  if (lowest === null) return unquoted;
  return pricedWhenPaid(paid, quoted ?? lowest, now)
    ? feeToCharge(available, quoted, lowest)
    : null;
}

function feeNow(
  { now, sol, latestQuote }: StakeFeeFacts,
  { amount, available, isStaticFeed }: StakeFeeRequest,
  { terms, lmtPrices }: InForce,
): Result<Lamports> {
  if (latestQuote && isFeeQuoteOpen(latestQuote, amount, now)) {
    return feeToCharge(available, latestQuote.fee, latestQuote.fee);
  }
  const fresh = freshSolPrice(sol, isStaticFeed, now);
  if (!fresh.ok) return fresh;
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: fresh.value };
  return feeToCharge(available, null, stakingFee(amount, terms, prices, now));
}

/** How long a payment that needs credit beside it is taken at the prices of its own time. */
const PAYMENT_PRICED_MS = DAY_MS;

/**
 * Whether the prices of a payment's own time count for its stake: it covers that fee by itself, or it
 * came within the last day. An older and smaller one is credit like any other, and no option on the
 * prices of its day.
 */
export function pricedWhenPaid(
  { amount, blockTime }: { readonly amount: bigint; readonly blockTime: Instant },
  feeThen: Lamports,
  now: Instant,
): boolean {
  return amount >= feeThen || now <= after(blockTime, PAYMENT_PRICED_MS);
}

/** Since when prices count for a fee that was paid at an instant. */
export const feePricesSince = (paidAt: Instant): Instant =>
  after(paidAt, -QUOTE_MS - PRICE_FRESH_MS);

/**
 * The SOL prices, oldest first, that a fee paid at an instant is computed from. Of a live feed: those
 * that were fresh in the ten minutes before it, else the first that came after it; none while there is
 * neither.
 */
export function solPricesForFee(
  known: readonly MarketPrice[],
  isStatic: boolean,
  paidAt: Instant,
): History<UsdPrice> {
  const dated = (prices: readonly MarketPrice[]): History<UsdPrice> =>
    prices.map(({ at: from, price: value }) => ({ from, value }));
  if (isStatic) return dated(known);
  const feed = known.filter(({ source }) => source === 'feed');
  const since = feePricesSince(paidAt);
  const fresh = feed.filter(({ at }) => at >= since && at <= paidAt);
  if (fresh.length > 0) return dated(fresh);
  const next = feed.find(({ at }) => at > paidAt);
  return next ? [{ from: paidAt, value: next.price }] : [];
}

/**
 * The fee that a stake is charged: its quote's, if what was paid and the credit cover that, else the
 * lowest that counts for its payment. Refused with what is missing of the lower one; where nothing is
 * once every payment is final, that is waited for.
 */
export function feeToCharge(
  { certain, uncertain }: Available,
  quoted: Lamports | null,
  lowest: Lamports,
): Result<Lamports> {
  if (quoted !== null && quoted <= certain) return ok(quoted);
  if (lowest <= certain) return ok(lowest);
  const missing = (quoted === null ? lowest : min(quoted, lowest)) - certain - uncertain;
  return missing > 0n ? feeRequired(lamports(missing)) : feeNotSeen();
}
