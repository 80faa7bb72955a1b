import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from './database.ts';

// Writers queue behind who waits for the table: behind a long reader it gives way, and is tried again later.
const MAKE = statement(
  'ledger-months',
  `with gives_way as materialized (select set_config('lock_timeout', '800ms', true))
   select make_ledger_month(month::date)
   from gives_way, date_trunc('month', $1::timestamptz at time zone 'UTC') as first,
     generate_series(first, first + interval '2 months', interval '1 month') as month`,
);

/** Makes the ledger's partitions of this month and the next two, where they are missing. */
export async function makeLedgerMonths(session: Session, now: Instant): Promise<void> {
  await session.query(MAKE, [iso(now)]);
}
