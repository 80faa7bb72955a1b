import type { UsdPrice } from '#domain/base/money';
import { type MarketPrice, priceForPayment } from '#domain/terms/price';
import { FALLBACK_PRICES } from '#domain/terms/terms';
import { type Instant, iso } from '#domain/base/time';
import { type Database, type Session, arrayOf, only, statement } from '../db/database.ts';
import { jsonRows, rowReader } from '../db/json-rows.ts';
import { withLock } from '../db/transactions.ts';

/** The newest SOL price, to be joined to a query. */
export const NEWEST_SOL = `lateral (select price, at, source from market_prices
     where symbol = 'SOL' order by at desc, id desc limit 1)`;

/** The USDC price at an instant; no row where none was stored by then. */
export const usdcAt = (at: string): string =>
  `(select price, at, source from market_prices where symbol = 'USDC' and at <= ${at}
    order by at desc, id desc limit 1)`;

/** Names and types of a stored price's columns. */
const PRICE_COLUMNS = [
  ['price', 'bigint'],
  ['at', 'timestamptz'],
  ['source', 'text'],
] as const;
/** Stored prices as one column of a statement; `priceRows` reads it. */
export const priceColumn = (prices: string): string =>
  jsonRows(PRICE_COLUMNS, 's', `from ${prices} s`);
export const priceRows = rowReader<MarketPrice>(PRICE_COLUMNS);

/** The price among the columns of a row that is joined to one. */
export const priceOf = ({ price, at, source }: MarketPrice): MarketPrice => ({ price, at, source });

/** SOL prices that were in force in [since, until], oldest first, and the feed's next. */
export const solDuring = (since: string, until: string): string => {
  const price = (where: string): string =>
    `(select id, price, at, source from market_prices where symbol = 'SOL' and ${where})`;
  return `(select * from (${[
    price(`at <= ${since} order by at desc, id desc limit 1`),
    price(`at > ${since} and at <= ${until}`),
    price(`at > ${until} and source = 'feed' order by at, id limit 1`),
  ].join(' union ')}) s order by at, id)`;
};

/** SOL prices around an instant, oldest first: those in force then and now, the first, and the feed's next. */
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

/** The SOL price that a payment of this block time is priced at; null while no fresh one is known. */
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

/** The SOL price that the feed gave last, whatever the owner has entered since; without a feed, the newest. */
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

/** The SOL price at each of these instants; before the first, the first. */
export async function solPricesAt(
  session: Session,
  instants: readonly Instant[],
): Promise<ReadonlyMap<Instant, UsdPrice | null>> {
  type Row = { readonly at: Instant; readonly price: UsdPrice | null };
  const rows = await session.query<Row>(AT, [arrayOf([...new Set(instants)].map(iso))]);
  return new Map(rows.map(({ at, price }) => [at, price]));
}

/** The newest price of one symbol; null where none was ever stored. */
export interface LatestRow {
  readonly symbol: string;
  readonly price: UsdPrice | null;
  readonly at: Instant;
  readonly source: MarketPrice['source'];
}

/** Columns of a `LatestRow`; what was never stored stands since the database was made. */
export const NEWEST = `s.symbol, m.price, coalesce(m.source, 'fallback') as source,
     coalesce(m.at, (select at from market_prices order by id limit 1)) as at`;
/** Of each symbol in $1. */
export const newest = (where: string): string =>
  `unnest($1::text::text[]) as s(symbol)
   left join lateral (select price, at, source from market_prices
     where symbol = s.symbol ${where} order by at desc, id desc limit 1) m on true`;
const LATEST = statement(
  'market-prices-latest',
  `select ${NEWEST} from ${newest('and ($2::timestamptz is null or at <= $2)')}`,
);

/** Prices by symbol; what was never stored has what stands in for it, or is left out. */
export const pricesOf = (rows: readonly LatestRow[]): ReadonlyMap<string, MarketPrice> =>
  new Map(
    rows.flatMap(({ symbol, price: stored, at, source }) => {
      const price = stored ?? (Object.hasOwn(FALLBACK_PRICES, symbol) && FALLBACK_PRICES[symbol]);
      return price ? [[symbol, { price, at, source }] as const] : [];
    }),
  );

/**
 * The newest price of each of these assets, by symbol: what was stored last (by an instant, where one is
 * given), else what stands in for it. Symbols that have neither are left out.
 */
export async function latestMarketPrices(
  session: Session,
  symbols: readonly string[],
  by: Instant | null = null,
): Promise<ReadonlyMap<string, MarketPrice>> {
  return pricesOf(await session.query<LatestRow>(LATEST, [arrayOf(symbols), by && iso(by)]));
}

/** Just less than between two runs of the job: a node alone never loses its own turn, nor to a clock that was ahead. */
const TAKE_TURN = statement(
  'market-feed-turn',
  `insert into attempts (who, minute, count)
   select 'follow-prices', now, 1 from protocol_now() as now
   where not exists (select from attempts
     where who = 'follow-prices'
       and minute between now - interval '25 seconds' and now + interval '25 seconds')
   returning count`,
);

/** Takes the turn of asking the feed, which comes twice a minute; false where another node has just had it. */
export async function takeFeedTurn(database: Database): Promise<boolean> {
  const taken = await withLock(database, { name: 'feed' }, (session) => session.query(TAKE_TURN));
  return taken.length === 1;
}
