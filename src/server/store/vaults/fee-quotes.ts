import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from '../db/database.ts';

const FORGET = statement('fee-quotes-forget', 'delete from fee_quotes where expires_at < $1');

/** Forgets quotes that ended long ago: a payment that names one by then is like any other. */
export async function forgetFeeQuotes(session: Session, before: Instant): Promise<void> {
  await session.query(FORGET, [iso(before)]);
}
