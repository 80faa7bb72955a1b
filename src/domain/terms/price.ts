import { type Dated, type History, entriesDuring, entryAt } from '../base/history.ts';
import {
  type Amount,
  DECIMALS,
  type Lamports,
  type Lmt,
  type LmtPrice,
  type PayToken,
  type Rate,
  type Token,
  type UsdPrice,
  type Usdc,
  lamports,
  lmt,
  lmtPrice,
  mulDivDown,
  mulDivHalfUp,
  mulDivUp,
  usdPrice,
  usdc,
} from '../base/money.ts';
import { type Refused, type Result, ok, refuse } from '../base/result.ts';
import {
  DEFAULT_LMT_PRICE,
  LMT_PRICE_MAX,
  PRICE_FRESH_MS,
  PRICE_STEP_MS,
  type Terms,
  settingsAt,
} from './terms.ts';
import type { InForce } from './terms-in-force.ts';
import { type Instant, after, laterOf } from '../base/time.ts';

/** Histories of the prices that payments are computed from. */
export interface PriceBook {
  /** Set prices and recorded steps. */
  readonly lmt: History<LmtPrice>;
  readonly sol: History<UsdPrice>;
}

export interface Prices {
  readonly lmt: LmtPrice;
  readonly sol: UsdPrice;
}

/** Entry in the LMT price's history: set by the owner, or a weekly step. */
export interface LmtPriceEntry extends Dated<LmtPrice> {
  readonly origin: 'set' | 'step';
}

const ONE_LMT = 100_000_000n;
/** Scale of the units: lamports × SOL price / (this × LMT price) = units of LMT. */
const SOL_SCALE = 10_000_000n;
/** Scale of the units: lamports × SOL price / this = units of USDC. */
const LAMPORTS_SCALE = 1_000_000_000_000_000n;

/** Returns the price after one weekly step: price × (1 + growth), halves up, at most the maximum. */
function stepped(price: LmtPrice, growth: Rate): LmtPrice {
  if (price >= LMT_PRICE_MAX) return price;
  const next = lmtPrice(mulDivHalfUp(price, 1_000_000n + growth, 1_000_000n));
  return next < LMT_PRICE_MAX ? next : LMT_PRICE_MAX;
}

/** Returns the steps after an entry up to and including `now`, each with the growth in force at its own instant. */
export function stepsDue(last: Dated<LmtPrice>, terms: Terms, now: Instant): Dated<LmtPrice>[] {
  const steps: Dated<LmtPrice>[] = [];
  let { from, value } = last;
  for (from = after(from, PRICE_STEP_MS); from <= now; from = after(from, PRICE_STEP_MS)) {
    value = stepped(value, settingsAt(terms, from).weeklyPriceIncrease);
    steps.push({ from, value });
  }
  return steps;
}

/** Returns the LMT price at an instant, including steps that are not recorded yet. */
export function lmtPriceAt(history: History<LmtPrice>, terms: Terms, at: Instant): LmtPrice {
  const entry = entryAt(history, at) ?? history[0];
  if (!entry) return DEFAULT_LMT_PRICE;
  return stepsDue(entry, terms, at).at(-1)?.value ?? entry.value;
}

/** Returns the first price step after `at`; null before the first price. */
export function nextStepAt(history: History<LmtPrice>, at: Instant): Instant | null {
  const entry = entryAt(history, at);
  if (!entry) return null;
  const taken = Math.trunc((at - entry.from) / PRICE_STEP_MS);
  return after(entry.from, (taken + 1) * PRICE_STEP_MS);
}

/** Returns since when the price at `at` has been in force; null before the first price. */
export function lmtPriceSince(history: History<LmtPrice>, at: Instant): Instant | null {
  const next = nextStepAt(history, at);
  return next === null ? null : after(next, -PRICE_STEP_MS);
}

/** Returns both prices at an instant; refused if no SOL price was known by then. */
export function pricesAt(book: PriceBook, terms: Terms, at: Instant): Result<Prices> {
  const sol = entryAt(book.sol, at);
  if (!sol) return refuse('PRICE_UNKNOWN', { symbol: 'SOL' });
  return ok({ lmt: lmtPriceAt(book.lmt, terms, at), sol: sol.value });
}

/** Returns the instants from `start` to `end` at which the LMT price was set or stepped, in any order. */
export function lmtPriceChanges(
  history: History<LmtPrice>,
  start: Instant,
  end: Instant,
): readonly Instant[] {
  const changes = entriesDuring(history, start, end).map(({ from }) => laterOf(from, start));
  const first = laterOf(start, history[0]?.from ?? start);
  for (let next = nextStepAt(history, first); next !== null && next <= end;) {
    changes.push(next);
    next = nextStepAt(history, next);
  }
  return changes;
}

/** Returns every pair of prices in force at some instant of [start, end], oldest first. */
export function pricesDuring(
  book: PriceBook,
  terms: Terms,
  { start, end }: { readonly start: Instant; readonly end: Instant },
): readonly Prices[] {
  const sol = entriesDuring(book.sol, start, end).map(({ from }) => laterOf(from, start));
  const instants = new Set([start, ...sol, ...lmtPriceChanges(book.lmt, start, end)]);
  return [...instants]
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const prices = pricesAt(book, terms, at);
      return prices.ok ? [prices.value] : [];
    });
}

/** Market price from the feed, or a fallback. */
export interface MarketPrice {
  readonly price: UsdPrice;
  readonly at: Instant;
  readonly source: 'feed' | 'fallback';
}

export interface StoredMarketPrice extends MarketPrice {
  readonly symbol: string;
  /** True if two providers agreed on it. */
  readonly isAgreed: boolean;
}

/**
 * True if a market price may be used for payments now. A price dated far ahead by clock skew may not. Without a
 * feed (`isStatic`), every price is fresh.
 */
export function isFresh({ source, at }: MarketPrice, isStatic: boolean, now: Instant): boolean {
  return isStatic || (source === 'feed' && Math.abs(now - at) <= PRICE_FRESH_MS);
}

export const solPriceStale = (): Refused => refuse('PRICE_STALE', { symbol: 'SOL' });

/** Returns the SOL price if it is fresh. */
export function freshSolPrice(sol: MarketPrice, isStatic: boolean, now: Instant): Result<UsdPrice> {
  return isFresh(sol, isStatic, now) ? ok(sol.price) : solPriceStale();
}

/**
 * Returns the SOL price of a payment: the one in force at its block time if it was fresh then, else the feed's
 * first one after it, else null. Without a feed, the one in force. `sol` is oldest first; before the first price,
 * the first one is in force.
 */
export function priceForPayment(
  sol: readonly MarketPrice[],
  isStatic: boolean,
  blockTime: Instant,
): UsdPrice | null {
  const inForce = sol.findLast(({ at }) => at <= blockTime) ?? sol[0];
  if (inForce && isFresh(inForce, isStatic, blockTime)) return inForce.price;
  return sol.find(({ source, at }) => source === 'feed' && at > blockTime)?.price ?? null;
}

export interface PaymentPrices {
  /** At block time. If no SOL price is known for the payment, `sol` is the newest one. */
  readonly prices: Prices;
  readonly isSolKnown: boolean;
}

interface PricedAt {
  /** SOL prices around the block time, oldest first. */
  readonly sol: readonly MarketPrice[];
  readonly isStaticFeed: boolean;
  readonly blockTime: Instant;
}

/** Returns the prices of a payment; throws if no SOL price was ever stored. */
export function pricesForPayment(
  { sol, isStaticFeed, blockTime }: PricedAt,
  { terms, lmtPrices }: InForce,
): PaymentPrices {
  const newest = sol.at(-1);
  if (!newest) throw new Error('no SOL price was ever stored');
  const known = priceForPayment(sol, isStaticFeed, blockTime);
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, blockTime), sol: known ?? newest.price };
  return { prices, isSolKnown: known !== null };
}

/** Returns lamports per LMT, halves up. Only for display. */
export function lmtPriceInSol({ lmt: price, sol }: Prices): Lamports {
  return lamports(mulDivHalfUp(ONE_LMT * SOL_SCALE, price, sol));
}

/** Returns the SOL price at which one LMT costs `entered` lamports, to 10⁻⁸ USD, halves up. */
export function solPriceFromLmt(price: LmtPrice, entered: Lamports): UsdPrice {
  return usdPrice(mulDivHalfUp(price, 100_000_000_000n, entered) * 10_000n);
}

/** Returns the LMT that a payment buys, rounded down. */
export function lmtFor<T extends PayToken>(token: T, paid: Amount<T>, prices: Prices): Lmt {
  return token === 'SOL'
    ? lmt(mulDivDown(paid, prices.sol, SOL_SCALE * prices.lmt))
    : lmt(mulDivDown(paid, ONE_LMT, prices.lmt));
}

/** Returns the worth of LMT in a token, rounded down. Used for payouts. */
export function worthDown<T extends PayToken>(token: T, amount: Lmt, prices: Prices): Amount<T> {
  const worth =
    token === 'SOL'
      ? mulDivDown(amount * prices.lmt, SOL_SCALE, prices.sol)
      : mulDivDown(amount, prices.lmt, ONE_LMT);
  return worth as Amount<T>;
}

/** Returns the LMT price at which `amount` (not 0) is worth the payout, rounded up. */
export function lmtPriceUp(
  amount: Lmt,
  { token, payout }: { readonly token: PayToken; readonly payout: Amount<PayToken> },
  sol: UsdPrice,
): LmtPrice {
  return lmtPrice(
    token === 'SOL' ? mulDivUp(payout, sol, SOL_SCALE * amount) : mulDivUp(payout, ONE_LMT, amount),
  );
}

/** Returns the exchange rate of two tokens as a fraction: `units` of `to` per `per` of `from`. */
export function tokenRate(
  from: PayToken,
  to: PayToken,
  sol: UsdPrice,
): readonly [units: bigint, per: bigint] {
  if (from === to) return [1n, 1n];
  return from === 'SOL' ? [sol, LAMPORTS_SCALE] : [LAMPORTS_SCALE, sol];
}

/** Returns a share of an amount of LMT in lamports, rounded up. Used for fees. */
export function feeInLamportsUp(amount: Lmt, share: Rate, prices: Prices): Lamports {
  return lamports(mulDivUp(amount * share * prices.lmt, SOL_SCALE, 1_000_000n * prices.sol));
}

/** Returns the value of a holding in 10⁻⁶ USD, rounded down. */
export function valueInUsd(units: bigint, decimals: number, price: UsdPrice): Usdc {
  return usdc(mulDivDown(units, price, 10n ** BigInt(decimals) * 1_000_000n));
}

/** Returns the worth of LMT in USD, rounded down. */
export function lmtValue(amount: Lmt, price: LmtPrice): Usdc {
  return usdc(mulDivDown(amount, price, 100_000_000n));
}

/** Returns the worth of an amount in USD, rounded down; 0 for SOL without a known price. */
export function worthInUsd(
  token: Token,
  amount: bigint,
  prices: { readonly lmt: LmtPrice; readonly sol: UsdPrice | null },
): Usdc {
  if (token === 'USDC') return usdc(amount);
  if (token === 'LMT') return lmtValue(lmt(amount), prices.lmt);
  return prices.sol === null ? usdc(0n) : valueInUsd(amount, DECIMALS.SOL, prices.sol);
}

/** Returns the worth of one base unit in USD, as a fraction. */
function unitWorth(
  token: Token,
  { lmt: price, sol }: Prices,
): readonly [worth: bigint, per: bigint] {
  if (token === 'LMT') return [price, ONE_LMT];
  return token === 'SOL' ? [sol, LAMPORTS_SCALE] : [1n, 1n];
}

type Exchange = { readonly from: Token; readonly to: Token };

/** Converts an amount into another token, rounded down. Used for display. */
export function exchangedDown(amount: bigint, { from, to }: Exchange, prices: Prices): bigint {
  const [[worth, per], [toWorth, toPer]] = [unitWorth(from, prices), unitWorth(to, prices)];
  return mulDivDown(amount * worth, toPer, per * toWorth);
}

/** Converts an amount into another token, rounded up. Used to request at least the entered worth. */
export function exchangedUp(amount: bigint, { from, to }: Exchange, prices: Prices): bigint {
  const [[worth, per], [toWorth, toPer]] = [unitWorth(from, prices), unitWorth(to, prices)];
  return mulDivUp(amount * worth, toPer, per * toWorth);
}
