import type { Quote } from '#domain/bonds/bond';
import type { LmtPrice, PayToken, UsdPrice } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import { type Session, arrayOf, statement } from '../db/database.ts';

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly token: Quote['token'];
  readonly amount: Quote['amount'];
  readonly lmt_amount: Quote['lmtAmount'];
  readonly lmt_price: LmtPrice;
  readonly sol_price: UsdPrice;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly is_open: boolean;
}

/** A quote that a payment names. */
export interface NamedQuote extends Quote {
  /** Whether it is neither used up nor replaced: its LMT is then set aside until it expires. */
  readonly isOpen: boolean;
}

const END_EARLIER = statement(
  'quote-end-earlier',
  `update quotes set ended_at = $3 where user_id = $1 and token = $2::pay_token
     and ended_at is null and signature is null`,
);
const ADD = statement(
  'quote-add',
  `insert into quotes (id, user_id, token, amount, lmt_amount, lmt_price, sol_price, reference,
     created_at, expires_at)
   values ($1, $2, $3::pay_token, $4, $5, $6, $7, $8, $9, $10)`,
);
const FOR_PAYMENT = statement(
  'quote-for-payment',
  `select id, user_id, token, amount, lmt_amount, lmt_price, sol_price, created_at, expires_at,
     ended_at is null and signature is null as is_open
   from quotes where reference = any($1::text::text[]) and user_id = $2 and token = $3::pay_token
     and (signature is null or signature = $4) and (ended_at is null or ended_at > $5)
   order by created_at desc limit 1`,
);
const USE = statement('quote-use', 'update quotes set signature = $2 where id = $1');

/** Takes the place of the user's earlier quote for the token. */
export async function addQuote(session: Session, quote: Quote, reference: string): Promise<void> {
  await session.query(END_EARLIER, [quote.userId, quote.token, iso(quote.createdAt)]);
  await session.query(ADD, [
    quote.id,
    quote.userId,
    quote.token,
    quote.amount,
    quote.lmtAmount,
    quote.prices.lmt,
    quote.prices.sol,
    reference,
    iso(quote.createdAt),
    iso(quote.expiresAt),
  ]);
}

/**
 * The user's quote that a payment names by its reference: one that no other payment has used. A
 * payment that was rolled back and landed again still has its own.
 */
export async function quoteForPayment(
  session: Session,
  userId: string,
  keys: readonly string[],
  {
    token,
    signature,
    blockTime,
  }: { readonly token: PayToken; readonly signature: string; readonly blockTime: Instant },
): Promise<NamedQuote | null> {
  const params = [arrayOf(keys), userId, token, signature, iso(blockTime)];
  const [row] = await session.query<Row>(FOR_PAYMENT, params);
  if (!row) return null;
  return {
    id: row.id,
    userId: row.user_id,
    token: row.token,
    amount: row.amount,
    lmtAmount: row.lmt_amount,
    prices: { lmt: row.lmt_price, sol: row.sol_price },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isOpen: row.is_open,
  };
}

/** The first payment that names a quote uses it up. */
export async function consumeQuote(session: Session, id: string, signature: string): Promise<void> {
  await session.query(USE, [id, signature]);
}
