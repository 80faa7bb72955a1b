import type { MarketPrice } from '#domain/terms/price';
import type { Instant } from '#domain/base/time';
import { NEWEST_SOL, priceOf } from './market-prices.ts';
import { type Session, only, statement } from '../db/database.ts';
import { sharedLock } from '../db/locks.ts';

/** Current instant, version of the terms, and SOL price, read in one round trip. */
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

/** Time after which the transaction of a stalled node is rolled back, which releases its locks. */
const STALLED_MS = 5_000;
// Takes the lock of the terms before the row lock.
const SHARED = statement(
  'head-for-share',
  `with queue as materialized (select ${sharedLock('terms')} is null as waited)
   select protocol_time(p.clock_offset_ms) as now, p.terms_version as "termsVersion",
     set_config('idle_in_transaction_session_timeout', '${STALLED_MS}', true)
   from (select p.* from protocol p, queue where waited is not null for share of p) p`,
);

/**
 * Reads time and version of the terms under a shared lock, so that the terms cannot change until the caller's
 * transaction ends. The server ends the transaction of a stalled caller, because changes of the terms wait for it.
 */
export async function readHeadShared(transaction: Session): Promise<Omit<Head, 'sol'>> {
  const { now, termsVersion } = only(await transaction.query<Omit<Head, 'sol'>>(SHARED));
  return { now, termsVersion };
}
