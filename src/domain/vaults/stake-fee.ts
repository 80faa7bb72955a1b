import type { History } from '../base/history.ts';
import { type Lamports, type Lmt, type UsdPrice, lamports, min, mulDivUp } from '../base/money.ts';
import { type Result, ok } from '../base/result.ts';
import { type Instant, after } from '../base/time.ts';
import type { InForce } from '../terms/terms-in-force.ts';
import { type MarketPrice, freshSolPrice, lmtPriceAt, solPriceStale } from '../terms/price.ts';
import { PRICE_FRESH_MS, QUOTE_MS } from '../terms/terms.ts';
import { type AvailableCredit, feeNotSeen } from '../payments/fee-credit.ts';
import { type FeeQuote, feeQuoteHolds, isFeeQuoteOpen } from './fee-quote.ts';
import { feeRequired, lowestFee, stakingFee } from './vault-stake.ts';

/** Facts for the fee of a stake. */
export interface StakeFeeFacts {
  readonly now: Instant;
  /** Newest SOL price. */
  readonly sol: MarketPrice;
  /** SOL prices around the payment's block time, oldest first; empty if nothing was paid. */
  readonly solWhenPaid: readonly MarketPrice[];
  /** Fee quotes of the user that the payment's transaction names. */
  readonly namedQuotes: readonly FeeQuote[];
  /** Newest quote of the user for the amount. */
  readonly latestQuote: FeeQuote | null;
}

interface Paid {
  readonly amount: bigint;
  readonly blockTime: Instant;
}

interface StakeFeeRequest {
  readonly amount: Lmt;
  /** Payment posted with the stake; null if none was. */
  readonly paid: Paid | null;
  readonly available: AvailableCredit;
  readonly isStaticFeed: boolean;
}

/** Fee of a quote (null if none holds), and the lowest fee by prices. */
interface Fees {
  readonly quoted: Lamports | null;
  readonly lowest: Lamports;
}

/**
 * Returns the fee of a stake. For ten minutes, its payment is valued at the prices of its block time: its quote's, or
 * the lowest fee of the ten minutes before. A part that it does not cover is charged to credit at present prices.
 */
export function stakeFee(
  facts: StakeFeeFacts,
  asked: StakeFeeRequest,
  inForce: InForce,
): Result<Lamports> {
  const { paid, available } = asked;
  const atPresent = feesNow(facts, asked, inForce);
  const atPayment = paid && feesWhenPaid(facts, { ...asked, paid }, inForce);
  if (!atPayment) {
    if (!atPresent.ok) return atPresent;
    return feeToCharge(available, atPresent.value.quoted, atPresent.value.lowest);
  }
  if (!atPayment.ok) return atPayment;
  const inAll = (feeThen: Lamports): Result<Lamports> => {
    if (paid.amount >= feeThen) return ok(feeThen);
    if (!atPresent.ok) return atPresent;
    const { quoted, lowest } = atPresent.value;
    return ok(feeWithPresentRest(lamports(paid.amount), feeThen, quoted ?? lowest));
  };
  const byQuote = atPayment.value.quoted === null ? null : inAll(atPayment.value.quoted);
  const byPrices = inAll(atPayment.value.lowest);
  if (byQuote?.ok) {
    return feeToCharge(available, byQuote.value, byPrices.ok ? byPrices.value : byQuote.value);
  }
  return byPrices.ok ? feeToCharge(available, null, byPrices.value) : byPrices;
}

/** Returns the payment plus the present price of the share of the fee that it does not cover, rounded up. */
export function feeWithPresentRest(paid: Lamports, feeThen: Lamports, feeNow: Lamports): Lamports {
  if (paid >= feeThen) return feeThen;
  return lamports(paid + mulDivUp(feeThen - paid, feeNow, feeThen));
}

/**
 * True if a payment is valued at its block time for a stake opened now, even if it became a bond meanwhile. Later it
 * is ordinary credit, or stays that bond.
 */
export const isPaidInTime = (paidAt: Instant, now: Instant): boolean =>
  now <= after(paidAt, QUOTE_MS);

/** Returns the fees at the payment's block time; null if the payment is too old. */
function feesWhenPaid(
  { now, namedQuotes, solWhenPaid }: StakeFeeFacts,
  { amount, paid, isStaticFeed }: StakeFeeRequest & { readonly paid: Paid },
  { terms, lmtPrices }: InForce,
): Result<Fees> | null {
  if (!isPaidInTime(paid.blockTime, now)) return null;
  const quote = newestOf(namedQuotes);
  const quoted = quote && feeQuoteHolds(quote, amount, paid.blockTime) ? quote.fee : null;
  const sol = solPricesForFee(solWhenPaid, isStaticFeed, paid.blockTime);
  if (quoted === null && sol.length === 0 && !isStaticFeed) return solPriceStale();
  const unquoted = lowestFee({ amount, book: { lmt: lmtPrices, sol } }, terms, paid.blockTime);
  if (unquoted.ok) return ok({ quoted, lowest: unquoted.value });
  return quoted === null ? unquoted : ok({ quoted, lowest: quoted });
}

/** Returns the fees at present, or of an open quote. A quote named by the payment has a grace period. */
function feesNow(
  { now, sol, latestQuote, namedQuotes }: StakeFeeFacts,
  { amount, isStaticFeed }: StakeFeeRequest,
  { terms, lmtPrices }: InForce,
): Result<Fees> {
  const named = newestOf(namedQuotes);
  const held =
    named && feeQuoteHolds(named, amount, now)
      ? named
      : latestQuote && isFeeQuoteOpen(latestQuote, amount, now)
        ? latestQuote
        : null;
  if (held) return ok({ quoted: held.fee, lowest: held.fee });
  const fresh = freshSolPrice(sol, isStaticFeed, now);
  if (!fresh.ok) return fresh;
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: fresh.value };
  return ok({ quoted: null, lowest: stakingFee({ amount, prices }, terms, now) });
}

const newestOf = (quotes: readonly FeeQuote[]): FeeQuote | undefined =>
  quotes.toSorted((a, b) => b.createdAt - a.createdAt)[0];

/** Returns the earliest instant of prices that apply to a fee paid at `paidAt`. */
export const feePricesSince = (paidAt: Instant): Instant =>
  after(paidAt, -QUOTE_MS - PRICE_FRESH_MS);

/**
 * Returns the SOL prices, oldest first, that apply to a fee paid at `paidAt`. With a feed: its prices that were fresh
 * in the ten minutes before, else its first one afterwards, else none.
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
 * Returns the quoted fee if credit covers it, else the lowest fee. Refused with the amount missing from the lower
 * one. If pending payments would cover it, the client has to wait for them.
 */
export function feeToCharge(
  { usable, pending }: AvailableCredit,
  quoted: Lamports | null,
  lowest: Lamports,
): Result<Lamports> {
  if (quoted !== null && quoted <= usable) return ok(quoted);
  if (lowest <= usable) return ok(lowest);
  const missing = (quoted === null ? lowest : min(quoted, lowest)) - usable - pending;
  return missing > 0n ? feeRequired(lamports(missing)) : feeNotSeen();
}
