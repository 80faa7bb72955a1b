import type { FeeQuote } from '#domain/vaults/fee-credit';
import type { Lmt } from '#domain/base/money';
import { type Instant, MINUTE_MS, after, iso } from '#domain/base/time';
import { type Session, arrayOf, statement } from '../db/database.ts';

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly amount: FeeQuote['amount'];
  readonly fee: FeeQuote['fee'];
  readonly reference: string;
  readonly created_at: Instant;
  readonly expires_at: Instant;
}

/** A fee quote and the key that its payment names. */
export interface StoredFeeQuote extends FeeQuote {
  readonly reference: string;
}

const COLUMNS = 'id, user_id, amount, fee, reference, created_at, expires_at';
const ADD = statement(
  'fee-quote-add',
  `insert into fee_quotes (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)`,
);
const BY_KEYS = statement(
  'fee-quote-by-keys',
  `select ${COLUMNS} from fee_quotes where reference = any($1::text::text[]) and user_id = $2
   order by created_at desc limit 1`,
);
const LATEST = statement(
  'fee-quote-latest',
  `select ${COLUMNS} from fee_quotes where user_id = $1 and amount = $2 and created_at >= $3
   order by created_at desc limit 1`,
);

const quoteOf = (row: Row): StoredFeeQuote => ({
  id: row.id,
  userId: row.user_id,
  amount: row.amount,
  fee: row.fee,
  reference: row.reference,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

export async function addFeeQuote(session: Session, quote: StoredFeeQuote): Promise<void> {
  await session.query(ADD, [
    quote.id,
    quote.userId,
    quote.amount,
    quote.fee,
    quote.reference,
    iso(quote.createdAt),
    iso(quote.expiresAt),
  ]);
}

const FORGET = statement('fee-quotes-forget', 'delete from fee_quotes where expires_at < $1');

/** Forgets quotes that ended long ago: a payment that names one by then is like any other. */
export async function forgetFeeQuotes(session: Session, before: Instant): Promise<void> {
  await session.query(FORGET, [iso(before)]);
}

/** The user's fee quote that a payment names; null where it names none. */
export async function feeQuoteNamed(
  session: Session,
  userId: string,
  keys: readonly string[],
): Promise<StoredFeeQuote | null> {
  const [row] = await session.query<Row>(BY_KEYS, [arrayOf(keys), userId]);
  return row ? quoteOf(row) : null;
}

/** The user's newest quote for an amount that was made in the last `withinMinutes`. */
export async function latestFeeQuote(
  session: Session,
  userId: string,
  amount: Lmt,
  now: Instant,
  withinMinutes: number,
): Promise<StoredFeeQuote | null> {
  const since = iso(after(now, -withinMinutes * MINUTE_MS));
  const [row] = await session.query<Row>(LATEST, [userId, amount, since]);
  return row ? quoteOf(row) : null;
}
