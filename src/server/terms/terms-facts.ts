import type { KnownPrice } from '#domain/terms/price-reports';
import type { MarketPrice } from '#domain/terms/price';
import { arrayOf, statement } from '../kernel/db/database.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { type LatestRow, NEWEST, newest, pricesOf } from '../kernel/terms/market-prices.ts';
import {
  type Facts,
  DECISION_COLUMNS_WITHOUT_USER,
  type DecisionContext,
  type DecisionContextRow,
  commonFacts,
  decisionContextOf,
} from '../kernel/write/facts.ts';

/** Inputs of a decision about settings, prices or pauses, besides the terms. */
export interface TermsFacts extends DecisionContext {
  readonly sol: MarketPrice;
}

export const termsFacts = commonFacts('terms', async (session): Promise<TermsFacts> => ({
  ...(await readHead(session)),
  userId: null,
  version: 0n,
}));

/** Inputs of a decision about new market prices. */
export interface MarketFacts extends DecisionContext {
  readonly known: ReadonlyMap<string, KnownPrice>;
}

const LATEST = statement(
  'market-facts',
  `select ${NEWEST}, ${DECISION_COLUMNS_WITHOUT_USER},
     (select price from market_prices a where a.symbol = s.symbol and a.agreed
      order by a.at desc, a.id desc limit 1) as agreed
   from protocol p, ${newest('')}`,
);

/** Inputs by symbols; null if no symbol is known. */
export const marketFacts: Facts<readonly string[], MarketFacts> = {
  name: 'market',
  async read(session, keys) {
    const symbols = [...new Set(keys.flat())];
    type Row = LatestRow & DecisionContextRow & Pick<KnownPrice, 'agreed'>;
    const rows = await session.query<Row>(LATEST, [arrayOf(symbols)]);
    return keys.map((of) => {
      const own = rows.filter(({ symbol }) => of.includes(symbol));
      const [first] = own;
      if (!first) return null;
      const latest = pricesOf(own);
      const known = own.map(({ symbol, agreed }): [string, KnownPrice] => [
        symbol,
        { last: latest.get(symbol) ?? null, agreed },
      ]);
      return { ...decisionContextOf(null, first), known: new Map(known) };
    });
  },
};
