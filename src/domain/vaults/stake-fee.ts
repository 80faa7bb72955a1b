import type { History } from '../base/history.ts';
import { type Lamports, type Lmt, type UsdPrice, lamports, min, mulDivUp } from '../base/money.ts';
import { type Result, ok } from '../base/result.ts';
import { type Instant, after } from '../base/time.ts';
import type { InForce } from '../terms/in-force.ts';
import { type MarketPrice, freshSolPrice, lmtPriceAt, solPriceStale } from '../terms/price.ts';
import { PRICE_FRESH_MS, QUOTE_MS } from '../terms/terms.ts';
import { type AvailableCredit, feeNotSeen } from '../payments/fee-credit.ts';
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

interface Paid {
  readonly amount: bigint;
  readonly blockTime: Instant;
}

interface StakeFeeRequest {
  readonly amount: Lmt;
  /** The payment that was posted with the stake; null where none was. */
  readonly paid: Paid | null;
  readonly available: AvailableCredit;
  readonly isStaticFeed: boolean;
}

/** A fee by a quote, and the lowest that prices give; null where no quote holds. */
interface Fees {
  readonly quoted: Lamports | null;
  readonly lowest: Lamports;
}

/**
 * What a stake is charged. Within ten minutes its own payment counts at the prices of its time (its
 * quote's, or the lowest of the ten minutes before it) for as much of the fee as it covers. The rest
 * comes out of credit, which is worth what it is now.
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
    return ok(withRestNow(lamports(paid.amount), feeThen, quoted ?? lowest));
  };
  const byQuote = atPayment.value.quoted === null ? null : inAll(atPayment.value.quoted);
  const byPrices = inAll(atPayment.value.lowest);
  if (byQuote?.ok) {
    return feeToCharge(available, byQuote.value, byPrices.ok ? byPrices.value : byQuote.value);
  }
  return byPrices.ok ? feeToCharge(available, null, byPrices.value) : byPrices;
}

/** A payment at the prices of its time, and the share of the fee that it does not cover at those of now. */
export function withRestNow(paid: Lamports, feeThen: Lamports, feeNow: Lamports): Lamports {
  if (paid >= feeThen) return feeThen;
  return lamports(paid + mulDivUp(feeThen - paid, feeNow, feeThen));
}

/**
 * Whether a payment still counts as one for the stake that is opened now: at the prices of its own time, and though
 * it has become a bond. Later it is credit like any other, or that bond.
 */
export const isPaidInTime = (paidAt: Instant, now: Instant): boolean =>
  now <= after(paidAt, QUOTE_MS);

/** At the prices of the payment's own time; null once they no longer apply. */
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

/** At the prices of now, or by a quote that is open; the quote that a payment names has the payment's grace. */
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
  { usable, pending }: AvailableCredit,
  quoted: Lamports | null,
  lowest: Lamports,
): Result<Lamports> {
  if (quoted !== null && quoted <= usable) return ok(quoted);
  if (lowest <= usable) return ok(lowest);
  const missing = (quoted === null ? lowest : min(quoted, lowest)) - usable - pending;
  return missing > 0n ? feeRequired(lamports(missing)) : feeNotSeen();
}
