import type { Instant } from '#domain/base/time';
import type { MarketPrice } from '#domain/terms/price';
import { arrayOf, statement } from '../db/database.ts';
import { readHead } from '../terms/head.ts';
import { type LatestRow, NEWEST, newest, pricesOf } from '../terms/market-prices.ts';
import type { Facts, Standing } from '../write/facts.ts';

/** What a decision about settings, prices and pauses needs beside the terms themselves. */
export interface TermsFacts extends Standing {
  readonly sol: MarketPrice;
}

export const termsFacts: Facts<null, TermsFacts> = {
  name: 'terms',
  async read(session, keys) {
    const head = await readHead(session);
    return keys.map(() => ({ ...head, userId: null, version: 0n }));
  },
};

/** What a decision about news of the market needs. */
export interface MarketFacts extends Standing {
  readonly latest: ReadonlyMap<string, MarketPrice>;
}

const LATEST = statement(
  'market-facts',
  `select ${NEWEST}, p.terms_version, protocol_time(p.clock_offset_ms) as now
   from protocol p, ${newest('')}`,
);

/** By symbols; null where there are none. */
export const marketFacts: Facts<readonly string[], MarketFacts> = {
  name: 'market',
  async read(session, keys) {
    type Row = LatestRow & { readonly terms_version: bigint; readonly now: Instant };
    const symbols = [...new Set(keys.flat())];
    const rows = await session.query<Row>(LATEST, [arrayOf(symbols)]);
    return keys.map((of) => {
      const own = rows.filter(({ symbol }) => of.includes(symbol));
      const [first] = own;
      if (!first) return null;
      const { now, terms_version: termsVersion } = first;
      return { userId: null, version: 0n, now, termsVersion, latest: pricesOf(own) };
    });
  },
};
