import type { QuoteFacts } from '#domain/bonds/quote';
import type { Lmt } from '#domain/base/money';
import type { MarketPrice } from '#domain/terms/price';
import { anyOf, statement } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { QUOTE } from '../kernel/entities/quote.ts';
import { ISSUED_LMT } from '../kernel/ledger/totals.ts';
import {
  NEWEST_SOL,
  priceColumn,
  priceOf,
  priceRows,
  usdcAt,
} from '../kernel/terms/market-prices.ts';
import {
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  factsById,
  decisionContextOf,
} from '../kernel/write/facts.ts';

interface Row extends DecisionContextRow, MarketPrice {
  readonly id: string;
  readonly issued: Lmt;
  readonly quotes: JsonRows;
  readonly usdc: JsonRows;
}

const OF_USERS = statement(
  'quote-facts',
  `select u.id, ${DECISION_COLUMNS}, s.price, s.at, s.source, ${ISSUED_LMT} as issued,
     ${priceColumn(usdcAt('protocol_time(p.clock_offset_ms)'))} as usdc,
     ${QUOTE.jsonRows(
       'q',
       'from quotes q where q.user_id = u.id and q.ended_at is null and q.signature is null',
     )} as quotes
   from users u, protocol p, ${NEWEST_SOL} s where u.id = ${anyOf(1)} and u.deleted_at is null`,
);

export const quoteFacts = factsById(
  'quote',
  OF_USERS,
  (row: Row): QuoteFacts & DecisionContext => ({
    ...decisionContextOf(row.id, row),
    sol: priceOf(row),
    usdc: priceRows(row.usdc)[0] ?? null,
    issued: row.issued,
    open: QUOTE.readRows(row.quotes),
  }),
);
