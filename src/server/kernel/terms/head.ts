import type { MarketPrice } from '#domain/terms/price';
import type { Instant } from '#domain/base/time';
import { NEWEST_SOL, priceOf } from './market-prices.ts';
import { type Session, only, statement } from '../db/database.ts';
import { sharedLock } from '../db/locks.ts';

/** What nearly every decision starts from, in one round trip. */
export interface Head {
  readonly now: Instant;
  readonly termsVersion: bigint;
  readonly sol: MarketPrice;
}

type Row = Omit<Head, 'sol'> & MarketPrice;

const READ = statement(
  'head',
  `select protocol_time(p.clock_offset_ms) as now, p.terms_version as "termsVersion",
     s.at, s.price, s.source from protocol p, ${NEWEST_SOL} s`,
);

export async function readHead(session: Session): Promise<Head> {
  const row = only(await session.query<Row>(READ));
  return { now: row.now, termsVersion: row.termsVersion, sol: priceOf(row) };
}

/** How long a node that stands still may hold what it has locked: then its transaction is taken back. */
const STALLED_MS = 5_000;
// A row is locked last of all, once the lock of the terms is had.
const SHARED = statement(
  'head-for-share',
  `with queue as materialized (select ${sharedLock('terms')} is null as waited)
   select protocol_time(p.clock_offset_ms) as now, p.terms_version as "termsVersion",
     set_config('idle_in_transaction_session_timeout', '${STALLED_MS}', true)
   from (select p.* from protocol p, queue where waited is not null for share of p) p`,
);

/**
 * Time and version of the terms, which cannot change until the caller's transaction ends. It ends by
 * itself where the caller stalls: what it holds is waited for by all changes of the terms.
 */
export async function readHeadShared(transaction: Session): Promise<Omit<Head, 'sol'>> {
  const { now, termsVersion } = only(await transaction.query<Omit<Head, 'sol'>>(SHARED));
  return { now, termsVersion };
}
