import type { Payment } from '#domain/bonds/bond';
import { type KeptQuote, quoteNamedBy } from '#domain/bonds/quote';
import { type Session, arrayOf, statement } from '../db/database.ts';
import type { EntityRow } from '../entities/entity.ts';
import { QUOTE } from '../entities/quote.ts';

const NAMED = statement(
  'quotes-named',
  `select ${QUOTE.select('q')} from quotes q where q.reference = any($1::text::text[])`,
);

/** The user's quote that a payment names by its reference. */
export async function quoteForPayment(
  session: Session,
  userId: string,
  keys: readonly string[],
  payment: Omit<Payment, 'payerUserId'>,
): Promise<KeptQuote | null> {
  const named = await session.query<EntityRow>(NAMED, [arrayOf(keys)]);
  return quoteNamedBy(named.map(QUOTE.read), { ...payment, payerUserId: userId });
}
