import type { UsdPrice } from '#domain/base/money';
import { type MarketPrice, priceForPayment } from '#domain/terms/price';
import { FALLBACK_PRICES } from '#domain/terms/terms';
import { type Instant, iso } from '#domain/base/time';
import { type Database, type Session, arrayOf, only, statement } from '../db/database.ts';
import { jsonRows, rowReader } from '../db/json-rows.ts';
import { withLock } from '../db/transactions.ts';

/** Newest SOL price, as a lateral join. */
export const NEWEST_SOL = `lateral (select price, at, source from market_prices
     where symbol = 'SOL' order by at desc, id desc limit 1)`;

/** USDC price at an instant, as a subquery; no row if none was stored by then. */
export const usdcAt = (at: string): string =>
  `(select price, at, source from market_prices where symbol = 'USDC' and at <= ${at}
    order by at desc, id desc limit 1)`;

const PRICE_COLUMNS = [
  ['price', 'bigint'],
  ['at', 'timestamptz'],
  ['source', 'text'],
] as const;
/** Stored prices as one JSON column of a statement, read by `priceRows`. */
export const priceColumn = (prices: string): string =>
  jsonRows(PRICE_COLUMNS, 's', `from ${prices} s`);
export const priceRows = rowReader<MarketPrice>(PRICE_COLUMNS);

/** Picks the price from a row with more columns. */
export const priceOf = ({ price, at, source }: MarketPrice): MarketPrice => ({ price, at, source });

/** SOL prices in force in [since, until], and the next feed price, oldest first, as a subquery. */
export const solDuring = (since: string, until: string): string => {
  const price = (where: string): string =>
    `(select id, price, at, source from market_prices where symbol = 'SOL' and ${where})`;
  return `(select * from (${[
    price(`at <= ${since} order by at desc, id desc limit 1`),
    price(`at > ${since} and at <= ${until}`),
    price(`at > ${until} and source = 'feed' order by at, id limit 1`),
  ].join(' union ')}) s order by at, id)`;
};

/** SOL prices around an instant, oldest first: in force then, next of the feed, first, and newest. */
export const solAround = (at: string): string => {
  const price = (where: string, order: 'asc' | 'desc'): string =>
    `(select id, price, at, source from market_prices where symbol = 'SOL' ${where}
      order by at ${order}, id ${order} limit 1)`;
  return `(select * from (${[
    price(`and at <= ${at}`, 'desc'),
    price(`and at > ${at} and source = 'feed'`, 'asc'),
    price('', 'asc'),
    price('', 'desc'),
  ].join(' union ')}) s order by at, id)`;
};
const AROUND = statement('market-prices-around', `select * from ${solAround('$1')} s`);

/** Reads the SOL price of a payment with this block time; null while no fresh price is known. */
export async function solPriceForPayment(
  session: Session,
  blockTime: Instant,
  isStatic: boolean,
): Promise<UsdPrice | null> {
  const prices = await session.query<MarketPrice>(AROUND, [iso(blockTime)]);
  return priceForPayment(prices, isStatic, blockTime);
}

const REPORTED = statement(
  'market-price-reported',
  `select coalesce((select price from market_prices where symbol = 'SOL' and source = 'feed' and not $1
     order by at desc, id desc limit 1), s.price) as price from ${NEWEST_SOL} s`,
);

/** Reads the last SOL price of the feed, ignoring prices that the owner entered; the newest if the feed is static. */
export async function reportedSolPrice(session: Session, isStatic: boolean): Promise<UsdPrice> {
  return only(await session.query<{ price: UsdPrice }>(REPORTED, [isStatic])).price;
}

const AT = statement(
  'market-prices-at',
  `select k.at, coalesce(
     (select price from market_prices where symbol = 'SOL' and at <= k.at
      order by at desc, id desc limit 1),
     (select price from market_prices where symbol = 'SOL' order by at, id limit 1)) as price
   from unnest($1::text::timestamptz[]) as k(at)`,
);

/** Reads the SOL price at each instant. Before the first stored price, the first one is used. */
export async function solPricesAt(
  session: Session,
  instants: readonly Instant[],
): Promise<ReadonlyMap<Instant, UsdPrice | null>> {
  type Row = { readonly at: Instant; readonly price: UsdPrice | null };
  const rows = await session.query<Row>(AT, [arrayOf([...new Set(instants)].map(iso))]);
  return new Map(rows.map(({ at, price }) => [at, price]));
}

/** Newest price of a symbol; null if none was ever stored. */
export interface LatestRow {
  readonly symbol: string;
  readonly price: UsdPrice | null;
  readonly at: Instant;
  readonly source: MarketPrice['source'];
}

/** Columns of a `LatestRow`. A price that was never stored dates from the creation of the database. */
export const NEWEST = `s.symbol, m.price, coalesce(m.source, 'fallback') as source,
     coalesce(m.at, (select at from market_prices order by id limit 1)) as at`;
/** Newest prices of the symbols in $1, as a join. */
export const newest = (where: string): string =>
  `unnest($1::text::text[]) as s(symbol)
   left join lateral (select price, at, source from market_prices
     where symbol = s.symbol ${where} order by at desc, id desc limit 1) m on true`;
const LATEST = statement(
  'market-prices-latest',
  `select ${NEWEST} from ${newest('and ($2::timestamptz is null or at <= $2)')}`,
);

/** Builds prices by symbol. Symbols without a stored price get their fallback, or are omitted. */
export const pricesOf = (rows: readonly LatestRow[]): ReadonlyMap<string, MarketPrice> =>
  new Map(
    rows.flatMap(({ symbol, price: stored, at, source }) => {
      const price = stored ?? (Object.hasOwn(FALLBACK_PRICES, symbol) && FALLBACK_PRICES[symbol]);
      return price ? [[symbol, { price, at, source }] as const] : [];
    }),
  );

/**
 * Reads the newest price of each symbol, at or before `by` if given. Uses a fallback if none is stored. Omits symbols
 * without either.
 */
export async function latestMarketPrices(
  session: Session,
  symbols: readonly string[],
  by: Instant | null = null,
): Promise<ReadonlyMap<string, MarketPrice>> {
  return pricesOf(await session.query<LatestRow>(LATEST, [arrayOf(symbols), by && iso(by)]));
}

/** Interval just below the job's, so that a single node never misses its own turn. Ignores turns from the future. */
const TAKE_TURN = statement(
  'market-feed-turn',
  `insert into attempts (who, minute, count)
   select 'follow-prices', now, 1 from protocol_now() as now
   where not exists (select from attempts
     where who = 'follow-prices'
       and minute between now - interval '25 seconds' and now + interval '25 seconds')
   returning count`,
);

/** Takes the turn of polling the feed, twice a minute. Returns false if another node has just taken it. */
export async function takeFeedTurn(database: Database): Promise<boolean> {
  const taken = await withLock(database, { name: 'feed' }, (session) => session.query(TAKE_TURN));
  return taken.length === 1;
}
