import { type BondRequest, type Payment, checkBondAmount } from './bond.ts';
import { type Amount, type Lmt, type PayToken, add, lmt, min, sub } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, after } from '../base/time.ts';
import type { InForce } from '../terms/terms-in-force.ts';
import {
  type MarketPrice,
  type PaymentPrices,
  type Prices,
  freshSolPrice,
  lmtFor,
  lmtPriceAt,
} from '../terms/price.ts';
import { offPeg, pegText } from '../terms/peg.ts';
import { QUOTE_GRACE_MS, QUOTE_MS, settingsAt } from '../terms/terms.ts';
import { type Supply, checkSupply } from './supply.ts';

const NOTHING = 0n as Amount<PayToken>;

/** Price fixed for a future payment. */
export interface Quote {
  readonly id: string;
  readonly userId: string;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
  readonly lmtAmount: Lmt;
  readonly prices: Prices;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export interface StoredQuote extends Quote {
  /** Reference key that its payment names. */
  readonly reference: string;
  /** When a newer quote of the user for the token replaced it; null if none did. */
  readonly endedAt: Instant | null;
  /** First payment that named it; null if unused. */
  readonly signature: string | null;
}

/** Refuses a bond below the minimum, of no LMT, or above the remaining supply. */
export function checkBond(
  asked: Pick<BondRequest, 'token' | 'amount'>,
  lmtAmount: Lmt,
  supply: Supply,
): Result<null> {
  const enough = checkBondAmount(asked);
  if (!enough.ok) return enough;
  if (lmtAmount === 0n) return refuse('AMOUNT_NOT_POSITIVE', { token: 'LMT' });
  return checkSupply(lmtAmount, supply);
}

/**
 * Fixes a price for ten minutes, if the amount allows a bond and the supply has room for it now. No supply is
 * reserved, because it is checked again when the payment becomes a bond.
 */
export function quoteBond(
  asked: BondRequest,
  { prices, supply }: { readonly prices: Prices; readonly supply: Supply },
  now: Instant,
): Result<Quote> {
  const lmtAmount = lmtFor(asked.token, asked.amount, prices);
  const allowed = checkBond(asked, lmtAmount, supply);
  if (!allowed.ok) return allowed;
  return ok({ ...asked, lmtAmount, prices, createdAt: now, expiresAt: after(now, QUOTE_MS) });
}

/** Facts for a quote. */
export interface QuoteFacts {
  readonly now: Instant;
  /** Newest SOL price. */
  readonly sol: MarketPrice;
  /** Newest USDC price; null if none was ever stored. */
  readonly usdc: MarketPrice | null;
  readonly issued: Lmt;
  /** Quotes of the user that are neither used by a payment nor replaced. */
  readonly open: readonly StoredQuote[];
}

export interface QuoteRequest extends BondRequest {
  readonly reference: string;
  readonly isStaticFeed: boolean;
  /** True if the treasury's account can receive the payment. */
  readonly canArrive: boolean;
}

/** New quote, and all changed quotes: itself and the replaced quotes of the user for the token. */
export interface QuoteDecision {
  readonly quote: StoredQuote;
  readonly quotes: readonly StoredQuote[];
}

export function decideQuote(
  { now, sol, usdc, issued, open }: QuoteFacts,
  { reference, isStaticFeed, canArrive, ...asked }: QuoteRequest,
  { terms, lmtPrices }: InForce,
): Result<QuoteDecision> {
  const fresh = freshSolPrice(sol, isStaticFeed, now);
  if (asked.token === 'SOL' && !fresh.ok) return fresh;
  const off = asked.token === 'USDC' ? offPeg(usdc, isStaticFeed) : null;
  if (off !== null) return refuse('USDC_OFF_PEG', { price: pegText(off) });
  if (!canArrive) return refuse('USDC_NOT_READY');
  const prices = { lmt: lmtPriceAt(lmtPrices, terms, now), sol: sol.price };
  const supply = { issued, maximum: settingsAt(terms, now).maxSupply };
  const made = quoteBond(asked, { prices, supply }, now);
  if (!made.ok) return made;
  const quote: StoredQuote = { ...made.value, reference, endedAt: null, signature: null };
  const ended = open
    .filter(({ token }) => token === asked.token)
    .map((earlier) => ({ ...earlier, endedAt: now }));
  return ok({ quote, quotes: [quote, ...ended] });
}

/**
 * Returns the quote that a payment names: its payer's newest in its token that was not replaced before the payment,
 * and not used by another one. A payment that landed again after a rollback keeps its quote.
 */
export function quoteNamedBy(named: readonly StoredQuote[], payment: Payment): StoredQuote | null {
  const own = named.filter(
    ({ userId, token, signature, endedAt }) =>
      userId === payment.payerUserId &&
      token === payment.token &&
      (signature === null || signature === payment.signature) &&
      (endedAt === null || endedAt > payment.blockTime),
  );
  return own.toSorted((a, b) => b.createdAt - a.createdAt)[0] ?? null;
}

/** True if a quote's price applies to a payment that names its reference. */
export function quoteCovers(quote: Quote, payment: Payment): boolean {
  return (
    quote.userId === payment.payerUserId &&
    quote.token === payment.token &&
    // The chain's clock differs and has whole seconds. A payment that names the quote was made after it.
    payment.blockTime >= after(quote.createdAt, -QUOTE_GRACE_MS) &&
    payment.blockTime <= after(quote.expiresAt, QUOTE_GRACE_MS)
  );
}

/** True if a part of the payment is priced at block time. */
export function isPartlyUnquoted(payment: Payment, quote: Quote | null): boolean {
  return !quote || !quoteCovers(quote, payment) || payment.amount > quote.amount;
}

/** LMT of a payment, and its part without a known price. */
export interface PricedPayment {
  readonly lmtAmount: Lmt;
  readonly unpriced: Amount<PayToken>;
}

/**
 * Prices a payment: up to the quoted amount at the quote's price, the rest at the price at block time. The rest
 * stays unpriced if that price is not known yet.
 */
export function priceBond(
  { token, ...payment }: Payment,
  quote: Quote | null,
  { prices, isSolKnown }: PaymentPrices,
): PricedPayment {
  const covering = quote && quoteCovers(quote, { token, ...payment }) ? quote : null;
  const quoted = covering ? min(payment.amount, covering.amount) : NOTHING;
  const rest = sub(payment.amount, quoted);
  const isPriced = token === 'USDC' || isSolKnown;
  const locked = covering ? lmtFor(token, quoted, covering.prices) : lmt(0n);
  return {
    lmtAmount: isPriced ? add(locked, lmtFor(token, rest, prices)) : locked,
    unpriced: isPriced ? NOTHING : rest,
  };
}
