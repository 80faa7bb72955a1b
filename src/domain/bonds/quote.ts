import { type BondRequest, type Payment, checkBondAmount } from './bond.ts';
import { type Amount, type Lmt, type PayToken, add, lmt, min, sub } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Instant, after } from '../base/time.ts';
import type { InForce } from '../terms/in-force.ts';
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

/** A price held for a payment that is still to come. */
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

/** A quote as it is kept. */
export interface StoredQuote extends Quote {
  /** The key that its payment names. */
  readonly reference: string;
  /** When a newer quote of the user for the token took its place; null where none did. */
  readonly endedAt: Instant | null;
  /** The first payment that named it. */
  readonly signature: string | null;
}

/** Refuses a bond of too little, of no LMT at all, or of more than the supply has room for. */
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
 * Locks a price for ten minutes, if the amount is worth a bond and the supply has room for it now. No
 * supply is reserved: what counts is the supply when the payment becomes a bond.
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

/** What a quote rests on. */
export interface QuoteFacts {
  readonly now: Instant;
  /** The newest SOL price. */
  readonly sol: MarketPrice;
  /** The newest USDC price; null where none was ever stored. */
  readonly usdc: MarketPrice | null;
  readonly issued: Lmt;
  /** The user's quotes that no payment has used and no other quote has ended. */
  readonly open: readonly StoredQuote[];
}

export interface QuoteRequest extends BondRequest {
  readonly reference: string;
  readonly isStaticFeed: boolean;
  /** Whether the treasury's account would take the payment, as far as the chain says. */
  readonly canArrive: boolean;
}

/** A new quote, and the quotes that change with it: it ends the user's earlier one for the token. */
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
 * The quote that a payment names: the newest of its payer in its token that was not replaced before
 * the payment and that no other payment has used. A payment that was rolled back and landed again still
 * has its own.
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

/** Whether a quote's price counts for a payment that carries its reference. */
export function quoteCovers(quote: Quote, payment: Payment): boolean {
  return (
    quote.userId === payment.payerUserId &&
    quote.token === payment.token &&
    // The chain's clock is not ours, and whole seconds: what names the quote came after it in any case.
    payment.blockTime >= after(quote.createdAt, -QUOTE_GRACE_MS) &&
    payment.blockTime <= after(quote.expiresAt, QUOTE_GRACE_MS)
  );
}

/** Whether a part of the payment is priced at block time. */
export function isPartlyUnquoted(payment: Payment, quote: Quote | null): boolean {
  return !quote || !quoteCovers(quote, payment) || payment.amount > quote.amount;
}

/** What a payment buys, and the part of it that no price is known for yet. */
export interface PricedPayment {
  readonly lmtAmount: Lmt;
  readonly unpriced: Amount<PayToken>;
}

/**
 * Prices a payment: up to the quoted amount at the locked price, at once; the rest at the price at block
 * time, or later where that is not known.
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
