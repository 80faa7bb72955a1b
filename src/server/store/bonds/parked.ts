import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from '../db/database.ts';

const PARK = statement(
  'transaction-park',
  'insert into parked_transactions (signature, since) values ($1, $2) on conflict do nothing',
);
const PARKED = statement(
  'transactions-parked',
  'select signature from parked_transactions order by since, signature limit $1',
);
const UNPARK = statement(
  'transaction-unpark',
  'delete from parked_transactions where signature = $1',
);

/** Puts a transaction aside that cannot be read now, so that it holds up nobody else. */
export async function park(session: Session, signature: string, now: Instant): Promise<void> {
  await session.query(PARK, [signature, iso(now)]);
}

/** Oldest first. */
export async function parkedSignatures(session: Session, limit: number): Promise<string[]> {
  const rows = await session.query<{ signature: string }>(PARKED, [limit]);
  return rows.map(({ signature }) => signature);
}

export async function unpark(session: Session, signature: string): Promise<void> {
  await session.query(UNPARK, [signature]);
}
