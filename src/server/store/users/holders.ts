import type { Lamports, Lmt, UsdPrice } from '#domain/base/money';
import type { MarketPrice } from '#domain/terms/price';
import type { SellPeriod } from '#domain/sells/sell';
import type { Instant } from '#domain/base/time';
import { type Session, statement } from '../db/database.ts';
import type { Head } from '../terms/head.ts';

/** A user's free balances, with what decisions about them start from. */
export interface Holder extends Head {
  readonly userId: string;
  readonly wallet: string;
  readonly version: bigint;
  readonly unstaked: Lmt;
  /** Lamports that stand to the user, those of payments that may still vanish included. */
  readonly credit: Lamports;
  readonly period: SellPeriod;
  /** LMT of sell requests that are not paid yet. */
  readonly inEscrow: Lmt;
}

interface HolderRow {
  readonly id: string;
  readonly wallet: string;
  readonly version: bigint;
  readonly unstaked: Lmt;
  readonly credit: Lamports;
  readonly in_escrow: Lmt;
  readonly sold_this_cycle: Lmt;
  readonly sell_period_started_at: Instant | null;
  readonly now: Instant;
  readonly terms_version: bigint;
  readonly at: Instant;
  readonly price: UsdPrice;
  readonly source: MarketPrice['source'];
}

const READ = statement(
  'holder',
  `select u.id, u.wallet, u.version, u.sold_this_cycle, u.sell_period_started_at,
     b.amount as unstaked, c.amount as credit, p.terms_version,
     (select coalesce(sum(e.amount), 0)::bigint from balances e
      where e.user_id = u.id and e.kind = 'escrow') as in_escrow,
     protocol_time(p.clock_offset_ms) as now, s.at, s.price, s.source
   from users u
   join balances b on b.ref = u.id and b.kind = 'unstaked'
   join balances c on c.ref = u.id and c.kind = 'credit',
   protocol p, lateral (select at, price, source from market_prices
     where symbol = 'SOL' order by at desc, id desc limit 1) s
   where u.id = $1 and u.deleted_at is null`,
);

/** Null where there is no such user. */
export async function readHolder(session: Session, userId: string): Promise<Holder | null> {
  const [row] = await session.query<HolderRow>(READ, [userId]);
  return row ? holderOf(row) : null;
}

function holderOf(row: HolderRow): Holder {
  return {
    userId: row.id,
    wallet: row.wallet,
    version: row.version,
    unstaked: row.unstaked,
    credit: row.credit,
    period: { sold: row.sold_this_cycle, startedAt: row.sell_period_started_at },
    inEscrow: row.in_escrow,
    now: row.now,
    termsVersion: row.terms_version,
    sol: { at: row.at, price: row.price, source: row.source },
  };
}
