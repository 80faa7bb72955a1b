import type { Lmt } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import type { SellerFacts } from '#domain/sells/sell-request';
import type { MarketPrice } from '#domain/terms/price';
import { anyOf, statement } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { SELL } from '../kernel/entities/sell.ts';
import { VAULT } from '../kernel/entities/vault.ts';
import { NEWEST_SOL, priceOf } from '../kernel/terms/market-prices.ts';
import {
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  factsById,
  decisionContextOf,
} from '../kernel/write/facts.ts';

/** Inputs of a decision about a sell request, and data for its response. */
export interface StoredSeller extends DecisionContext, SellerFacts {
  readonly userId: string;
  readonly now: Instant;
  readonly wallet: string;
  readonly username: string;
  /** Number of pending requests of all users. */
  readonly pendingCount: number;
}

const SELLERS = statement(
  'seller-facts',
  `select u.id, ${DECISION_COLUMNS}, u.wallet, u.username, u.sold_this_cycle, u.sell_period_started_at,
     s.at, s.price, s.source, b.amount as unstaked,
     ${VAULT.jsonRows(
       'v',
       `from (select * from vaults where user_id = u.id and deleted_at is null
        order by created_at desc, id desc) v`,
     )} as vaults,
     ${SELL.jsonRows('r', 'from sells r where r.user_id = u.id')} as sells,
     (select max(o.settled_at) from payouts o
      where o.user_id = u.id and o.status = 'failed' and o.purpose = 'sell') as payout_failed_at,
     (select count(*)::integer from sells where status = 'pending') as pending_count
   from users u join balances b on b.ref = u.id and b.kind = 'unstaked',
     protocol p, ${NEWEST_SOL} s
   where u.id = ${anyOf(1)} and u.deleted_at is null`,
);

interface Row extends DecisionContextRow, MarketPrice {
  readonly id: string;
  readonly wallet: string;
  readonly username: string;
  readonly sold_this_cycle: Lmt;
  readonly sell_period_started_at: Instant | null;
  readonly unstaked: Lmt;
  readonly vaults: JsonRows;
  readonly sells: JsonRows;
  readonly payout_failed_at: Instant | null;
  readonly pending_count: number;
}

export const sellerFacts = factsById('seller', SELLERS, sellerOf);

function sellerOf(row: Row): StoredSeller {
  return {
    ...decisionContextOf(row.id, row),
    wallet: row.wallet,
    username: row.username,
    unstaked: row.unstaked,
    period: { sold: row.sold_this_cycle, startedAt: row.sell_period_started_at },
    vaults: VAULT.readRows(row.vaults),
    sells: SELL.readRows(row.sells),
    payoutFailedAt: row.payout_failed_at,
    sol: priceOf(row),
    pendingCount: row.pending_count,
  };
}
