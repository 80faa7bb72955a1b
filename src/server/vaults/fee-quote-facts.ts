import type { Lamports, Lmt } from '#domain/base/money';
import type { MarketPrice } from '#domain/terms/price';
import type { FeeQuoteFacts } from '#domain/vaults/fee-quote';
import { REVIEW_MS } from '#domain/vaults/vault-sweep';
import { arrayOf, statement, unnestOf } from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { BOND } from '../kernel/entities/bond.ts';
import { FEE_QUOTE } from '../kernel/entities/fee-quote.ts';
import { VAULT } from '../kernel/entities/vault.ts';
import { NEWEST_SOL, priceOf } from '../kernel/terms/market-prices.ts';
import {
  type Facts,
  DECISION_COLUMNS,
  type DecisionContext,
  type DecisionContextRow,
  decisionContextOf,
} from '../kernel/write/facts.ts';
import { feeRows, openFeeColumn } from './fee-payment-queries.ts';

/** User and amount of LMT of a fee quote. */
interface FeeQuoteKey {
  readonly userId: string;
  readonly amount: Lmt;
}

interface Row extends DecisionContextRow, MarketPrice {
  readonly id: string | null;
  readonly unstaked: Lmt;
  readonly credit: Lamports;
  readonly open_fees: JsonRows;
  readonly open_vaults: number;
  readonly due_vaults: JsonRows;
  readonly quotes: JsonRows;
  readonly bonds: JsonRows;
}

/** Vaults of the user `u` that are not completed as they are stored. */
const OPEN_VAULTS = `from vaults v where v.user_id = u.id and v.status <> 'completed'
       and v.deleted_at is null`;
/** Includes vaults that come due within `REVIEW_MS`, because a pause delays their review beyond their end. */
const IS_DUE = `coalesce(v.due_at <= protocol_time(p.clock_offset_ms)
  + interval '${REVIEW_MS} milliseconds', false)`;

/** Selects the newest quote of the user `u` for the amount of the request `k`. */
export const LATEST_FEE_QUOTE = FEE_QUOTE.jsonRows(
  'q',
  `from (select * from fee_quotes where user_id = u.id and amount = k.amount
     order by created_at desc limit 1) q`,
);
const OF_USERS = statement(
  'fee-quote-facts',
  `select u.id, ${DECISION_COLUMNS}, s.price, s.at, s.source, a.amount as unstaked, c.amount as credit,
     ${openFeeColumn('u.id')} as open_fees,
     (select count(*)::integer ${OPEN_VAULTS} and not ${IS_DUE}) as open_vaults,
     ${VAULT.jsonRows('v', `${OPEN_VAULTS} and ${IS_DUE}`)} as due_vaults,
     ${LATEST_FEE_QUOTE} as quotes,
     ${BOND.jsonRows(
       'b',
       `from (select * from bonds where user_id = u.id and status = 'completed'
          and deleted_at is null order by created_at desc, id desc limit 1) b`,
     )} as bonds
   from ${unnestOf(['uuid', 'bigint'])} with ordinality as k(user_id, amount, place)
   left join users u on u.id = k.user_id and u.deleted_at is null
   left join balances a on a.ref = u.id and a.kind = 'unstaked'
   left join balances c on c.ref = u.id and c.kind = 'credit', protocol p, ${NEWEST_SOL} s
   order by k.place`,
);

export const feeQuoteFacts: Facts<FeeQuoteKey, FeeQuoteFacts & DecisionContext> = {
  name: 'fee-quote',
  async read(session, keys) {
    const rows = await session.query<Row>(OF_USERS, [
      arrayOf(keys.map(({ userId }) => userId)),
      arrayOf(keys.map(({ amount }) => amount)),
    ]);
    return rows.map((row) => (row.id === null ? null : factsOf(row.id, row)));
  },
};

const factsOf = (userId: string, row: Row): FeeQuoteFacts & DecisionContext => ({
  ...decisionContextOf(userId, row),
  sol: priceOf(row),
  unstaked: row.unstaked,
  credit: row.credit,
  openFees: feeRows(row.open_fees),
  openVaults: row.open_vaults,
  dueVaults: VAULT.readRows(row.due_vaults),
  latestQuote: FEE_QUOTE.readRows(row.quotes)[0] ?? null,
  latestBond: BOND.readRows(row.bonds)[0] ?? null,
});
