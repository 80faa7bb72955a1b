import type { UsdPrice } from '#domain/base/money';
import type { MarketPrice } from '#domain/terms/price';
import type { Instant } from '#domain/base/time';
import { type Session, only, statement } from '../db/database.ts';

/** What nearly every decision starts from, in one round trip. */
export interface Head {
  readonly now: Instant;
  readonly termsVersion: bigint;
  readonly sol: MarketPrice;
}

interface Row {
  readonly now: Instant;
  readonly terms_version: bigint;
  readonly at: Instant;
  readonly price: UsdPrice;
  readonly source: MarketPrice['source'];
}

const READ = statement(
  'head',
  `select protocol_time(p.clock_offset_ms) as now, p.terms_version, s.at, s.price, s.source
   from protocol p, lateral (select at, price, source from market_prices
     where symbol = 'SOL' order by at desc, id desc limit 1) s`,
);

export async function readHead(session: Session): Promise<Head> {
  const { now, terms_version, at, price, source } = only(await session.query<Row>(READ));
  return { now, termsVersion: terms_version, sol: { at, price, source } };
}

/** How long a node that stands still may hold what it has locked: then its transaction is taken back. */
const STALLED_MS = 5_000;
const SHARED = statement(
  'head-for-share',
  `select protocol_time(p.clock_offset_ms) as now, p.terms_version,
     set_config('idle_in_transaction_session_timeout', '${STALLED_MS}', true)
   from (select * from protocol for share) p`,
);

/**
 * Time and version of the terms, which cannot change until the caller's transaction ends. It ends by
 * itself where the caller stalls: what it holds is waited for by all changes of the terms.
 */
export async function readHeadShared(
  transaction: Session,
): Promise<Pick<Head, 'now' | 'termsVersion'>> {
  type Shared = Pick<Row, 'now' | 'terms_version'>;
  const { now, terms_version } = only(await transaction.query<Shared>(SHARED));
  return { now, termsVersion: terms_version };
}
