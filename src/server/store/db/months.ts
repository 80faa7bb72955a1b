import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from './database.ts';

const MAKE = statement(
  'ledger-months',
  `select make_ledger_month(month::date)
   from date_trunc('month', $1::timestamptz at time zone 'UTC') as first,
     generate_series(first, first + interval '2 months', interval '1 month') as month`,
);

/** Makes the ledger's partitions of this month and the next two, where they are missing. */
export async function makeLedgerMonths(session: Session, now: Instant): Promise<void> {
  await session.query(MAKE, [iso(now)]);
}
