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
import type { InForce } from './in-force.ts';
import { type Instant, after, later } from '../base/time.ts';

/** The prices that money is computed from, with their past. */
export interface PriceBook {
  /** Every price that was set, and every step that was taken. */
  readonly lmt: History<LmtPrice>;
  readonly sol: History<UsdPrice>;
}

/** The two prices at one instant. */
export interface Prices {
  readonly lmt: LmtPrice;
  readonly sol: UsdPrice;
}

/** An entry in the LMT price's history: a price that was set, or a weekly step. */
export interface LmtPriceEntry extends Dated<LmtPrice> {
  readonly origin: 'set' | 'step';
}

const ONE_LMT = 100_000_000n;
/** lamports × SOL price / (this × LMT price) = units of LMT; the powers of ten of the three units. */
const SOL_SCALE = 10_000_000n;
/** lamports × SOL price / this = units of USDC. */
const LAMPORTS_SCALE = 1_000_000_000_000_000n;

/** One weekly step: price × (1 + growth), halves up, at most the highest price. */
function stepped(price: LmtPrice, growth: Rate): LmtPrice {
  if (price >= LMT_PRICE_MAX) return price;
  const next = lmtPrice(mulDivHalfUp(price, 1_000_000n + growth, 1_000_000n));
  return next < LMT_PRICE_MAX ? next : LMT_PRICE_MAX;
}

/** The steps that follow an entry up to and including `now`, each with the growth in force at its own instant. */
export function stepsDue(last: Dated<LmtPrice>, terms: Terms, now: Instant): Dated<LmtPrice>[] {
  const steps: Dated<LmtPrice>[] = [];
  let { from, value } = last;
  for (from = after(from, PRICE_STEP_MS); from <= now; from = after(from, PRICE_STEP_MS)) {
    value = stepped(value, settingsAt(terms, from).weeklyPriceIncrease);
    steps.push({ from, value });
  }
  return steps;
}

/** The LMT price at an instant, whether or not its steps have been written down yet. */
export function lmtPriceAt(history: History<LmtPrice>, terms: Terms, at: Instant): LmtPrice {
  const entry = entryAt(history, at) ?? history[0];
  if (!entry) return DEFAULT_LMT_PRICE;
  return stepsDue(entry, terms, at).at(-1)?.value ?? entry.value;
}

/** When the price next steps, seen from `at`. */
export function nextStepAt(history: History<LmtPrice>, at: Instant): Instant | null {
  const entry = entryAt(history, at);
  if (!entry) return null;
  const taken = Math.trunc((at - entry.from) / PRICE_STEP_MS);
  return after(entry.from, (taken + 1) * PRICE_STEP_MS);
}

/** Since when the price of an instant has been in force; null before the first. */
export function lmtPriceSince(history: History<LmtPrice>, at: Instant): Instant | null {
  const next = nextStepAt(history, at);
  return next === null ? null : after(next, -PRICE_STEP_MS);
}

/** Both prices at an instant; refused where no SOL price was known by then. */
export function pricesAt(book: PriceBook, terms: Terms, at: Instant): Result<Prices> {
  const sol = entryAt(book.sol, at);
  if (!sol) return refuse('PRICE_UNKNOWN', { symbol: 'SOL' });
  return ok({ lmt: lmtPriceAt(book.lmt, terms, at), sol: sol.value });
}

/** When the LMT price changed from `start` to `end`: it was set, or it stepped. In any order. */
export function lmtPriceChanges(
  history: History<LmtPrice>,
  start: Instant,
  end: Instant,
): readonly Instant[] {
  const changes = entriesDuring(history, start, end).map(({ from }) => later(from, start));
  const first = later(start, history[0]?.from ?? start);
  for (let next = nextStepAt(history, first); next !== null && next <= end;) {
    changes.push(next);
    next = nextStepAt(history, next);
  }
  return changes;
}

/** Every pair of prices that was in force at some instant of [start, end], oldest first. */
export function pricesDuring(
  book: PriceBook,
  terms: Terms,
  { start, end }: { readonly start: Instant; readonly end: Instant },
): readonly Prices[] {
  const sol = entriesDuring(book.sol, start, end).map(({ from }) => later(from, start));
  const instants = new Set([start, ...sol, ...lmtPriceChanges(book.lmt, start, end)]);
  return [...instants]
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const prices = pricesAt(book, terms, at);
      return prices.ok ? [prices.value] : [];
    });
}

/** A market price, and how it was come by: from a feed, or as what stands in for one. */
export interface MarketPrice {
  readonly price: UsdPrice;
  readonly at: Instant;
  readonly source: 'feed' | 'fallback';
}

/** A market price as it is stored. */
export interface StoredMarketPrice extends MarketPrice {
  readonly symbol: string;
  /** Whether two providers agreed on it. */
  readonly isAgreed: boolean;
}

/**
 * Whether money may be computed from a market price now, not from one that a clock far ahead has dated.
 * Where no feed is asked (`isStatic`), any price is fresh.
 */
export function isFresh({ source, at }: MarketPrice, isStatic: boolean, now: Instant): boolean {
  return isStatic || (source === 'feed' && Math.abs(now - at) <= PRICE_FRESH_MS);
}

/** No SOL price is known that money may be computed from. */
export const solPriceStale = (): Refused => refuse('PRICE_STALE', { symbol: 'SOL' });

/** A SOL price that money may be computed from now. */
export function freshSolPrice(sol: MarketPrice, isStatic: boolean, now: Instant): Result<UsdPrice> {
  return isFresh(sol, isStatic, now) ? ok(sol.price) : solPriceStale();
}

/**
 * The SOL price that a payment is priced at: the one in force at its block time, if that was fresh
 * then, else the first that the feed gave after it; null while there is none. Without a feed, the one
 * in force. `sol` is oldest first; before the first price, the first counts.
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

/** What a payment is priced at. */
export interface PaymentPrices {
  /** At block time; `sol` is only the newest price where none is known that the payment is priced at. */
  readonly prices: Prices;
  readonly isSolKnown: boolean;
}

interface PricedAt {
  /** Around the block time, oldest first. */
  readonly sol: readonly MarketPrice[];
  readonly isStaticFeed: boolean;
  readonly blockTime: Instant;
}

/** The prices of a payment in SOL or USDC. */
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

/** LMT in SOL for display: lamports per LMT, halves up. Never computed with. */
export function lmtPriceInSol({ lmt: price, sol }: Prices): Lamports {
  return lamports(mulDivHalfUp(ONE_LMT * SOL_SCALE, price, sol));
}

/** The SOL price that makes one LMT cost `entered` lamports at the given LMT price, to 10⁻⁸ USD, halves up. */
export function solPriceFromLmt(price: LmtPrice, entered: Lamports): UsdPrice {
  return usdPrice(mulDivHalfUp(price, 100_000_000_000n, entered) * 10_000n);
}

/** The LMT that a payment buys, rounded down. */
export function lmtFor<T extends PayToken>(token: T, paid: Amount<T>, prices: Prices): Lmt {
  return token === 'SOL'
    ? lmt(mulDivDown(paid, prices.sol, SOL_SCALE * prices.lmt))
    : lmt(mulDivDown(paid, ONE_LMT, prices.lmt));
}

/** What an amount of LMT is worth in a token, rounded down: what is paid out. */
export function worthDown<T extends PayToken>(token: T, amount: Lmt, prices: Prices): Amount<T> {
  const worth =
    token === 'SOL'
      ? mulDivDown(amount * prices.lmt, SOL_SCALE, prices.sol)
      : mulDivDown(amount, prices.lmt, ONE_LMT);
  return worth as Amount<T>;
}

/** The LMT price at which an amount of LMT, not 0, is worth a payout at a SOL price; rounded up, so that it never shows less. */
export function lmtPriceUp(
  amount: Lmt,
  { token, payout }: { readonly token: PayToken; readonly payout: Amount<PayToken> },
  sol: UsdPrice,
): LmtPrice {
  return lmtPrice(
    token === 'SOL' ? mulDivUp(payout, sol, SOL_SCALE * amount) : mulDivUp(payout, ONE_LMT, amount),
  );
}

/** How many units of one token are worth how many of another, at a SOL price. */
export function tokenRate(
  from: PayToken,
  to: PayToken,
  sol: UsdPrice,
): readonly [units: bigint, per: bigint] {
  if (from === to) return [1n, 1n];
  return from === 'SOL' ? [sol, LAMPORTS_SCALE] : [LAMPORTS_SCALE, sol];
}

/** A share of an amount of LMT in lamports, rounded up: what is charged. */
export function feeInLamportsUp(amount: Lmt, share: Rate, prices: Prices): Lamports {
  return lamports(mulDivUp(amount * share * prices.lmt, SOL_SCALE, 1_000_000n * prices.sol));
}

/** Units of a holding with `decimals` decimals in USD (10⁻⁶), rounded down. */
export function valueInUsd(units: bigint, decimals: number, price: UsdPrice): Usdc {
  return usdc(mulDivDown(units, price, 10n ** BigInt(decimals) * 1_000_000n));
}

/** What LMT is worth in USD at the LMT price, rounded down. */
export function lmtValue(amount: Lmt, price: LmtPrice): Usdc {
  return usdc(mulDivDown(amount, price, 100_000_000n));
}

/** What an amount of a token is worth in USD, rounded down; SOL without a known price is worth 0. */
export function worthInUsd(
  token: Token,
  amount: bigint,
  prices: { readonly lmt: LmtPrice; readonly sol: UsdPrice | null },
): Usdc {
  if (token === 'USDC') return usdc(amount);
  if (token === 'LMT') return lmtValue(lmt(amount), prices.lmt);
  return prices.sol === null ? usdc(0n) : valueInUsd(amount, DECIMALS.SOL, prices.sol);
}

/** USD of one base unit of a token, as a fraction. */
function unitWorth(
  token: Token,
  { lmt: price, sol }: Prices,
): readonly [worth: bigint, per: bigint] {
  if (token === 'LMT') return [price, ONE_LMT];
  return token === 'SOL' ? [sol, LAMPORTS_SCALE] : [1n, 1n];
}

type Exchange = { readonly from: Token; readonly to: Token };

/** How much of another token an amount is worth, rounded down: what is shown. */
export function exchangedDown(amount: bigint, { from, to }: Exchange, prices: Prices): bigint {
  const [[worth, per], [toWorth, toPer]] = [unitWorth(from, prices), unitWorth(to, prices)];
  return mulDivDown(amount * worth, toPer, per * toWorth);
}

/** The least amount of another token that is worth at least as much: what is typed in one token is asked for in another. */
export function exchangedUp(amount: bigint, { from, to }: Exchange, prices: Prices): bigint {
  const [[worth, per], [toWorth, toPer]] = [unitWorth(from, prices), unitWorth(to, prices)];
  return mulDivUp(amount * worth, toPer, per * toWorth);
}
