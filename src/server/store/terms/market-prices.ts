import type { Dated, History } from '#domain/base/history';
import type { UsdPrice } from '#domain/base/money';
import { type MarketPrice, priceForPayment } from '#domain/terms/price';
import { FALLBACK_PRICES } from '#domain/terms/terms';
import { type Instant, iso } from '#domain/base/time';
import { noteChange } from '../db/changes.ts';
import { type Database, type Session, arrayOf, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';

const IN_FORCE = statement(
  'market-price-in-force',
  `select price, at, source from market_prices where symbol = 'SOL' and at <= $1
   order by at desc, id desc limit 1`,
);
const FIRST = statement(
  'market-price-first',
  `select price, at, source from market_prices where symbol = 'SOL' order by at, id limit 1`,
);
const NEXT_FROM_FEED = statement(
  'market-price-next',
  `select price, at, source from market_prices where symbol = 'SOL' and source = 'feed' and at > $1
   order by at, id limit 1`,
);

/** The SOL price that a payment of this block time is priced at; null while no fresh one is known. */
export async function solPriceForPayment(
  session: Session,
  blockTime: Instant,
  isStatic: boolean,
): Promise<UsdPrice | null> {
  const [row] = await session.query<MarketPrice>(IN_FORCE, [iso(blockTime)]);
  const [inForce] = row ? [row] : await session.query<MarketPrice>(FIRST);
  if (!inForce) throw new Error('no SOL price was ever stored');
  const [next] = await session.query<MarketPrice>(NEXT_FROM_FEED, [iso(blockTime)]);
  return priceForPayment(inForce, next ?? null, isStatic, blockTime);
}

const SINCE = statement(
  'market-prices-since',
  `select at as "from", price as value from market_prices
   where symbol = 'SOL' and (source = 'feed' or not $2) and at >= coalesce((
     select max(at) from market_prices
     where symbol = 'SOL' and (source = 'feed' or not $2) and at <= $1), '-infinity')
   order by at, id`,
);

/** Every SOL price that was in force at or after an instant, oldest first; of the feed alone, where that is wanted. */
export async function solPricesSince(
  session: Session,
  at: Instant,
  { ofFeed = false }: { readonly ofFeed?: boolean } = {},
): Promise<History<UsdPrice>> {
  return session.query<Dated<UsdPrice>>(SINCE, [iso(at), ofFeed]);
}

interface LatestRow {
  readonly symbol: string;
  readonly price: UsdPrice | null;
  readonly at: Instant;
  readonly source: MarketPrice['source'];
}

/** What was never stored stands since the database was made. */
const LATEST = statement(
  'market-prices-latest',
  `select s.symbol, m.price, coalesce(m.source, 'fallback') as source,
     coalesce(m.at, (select at from market_prices order by id limit 1)) as at
   from unnest($1::text::text[]) as s(symbol)
   left join lateral (select price, at, source from market_prices
     where symbol = s.symbol and ($2::timestamptz is null or at <= $2)
     order by at desc, id desc limit 1) m on true`,
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
  const rows = await session.query<LatestRow>(LATEST, [arrayOf(symbols), by && iso(by)]);
  return new Map(
    rows.flatMap(({ symbol, price: stored, at, source }) => {
      const price = stored ?? (Object.hasOwn(FALLBACK_PRICES, symbol) && FALLBACK_PRICES[symbol]);
      return price ? [[symbol, { price, at, source }] as const] : [];
    }),
  );
}

const ADD = statement(
  'market-prices-add',
  `insert into market_prices (symbol, at, price, source)
   select symbol, $1, price, 'feed'
   from unnest($2::text::text[], $3::text::bigint[]) as p(symbol, price)`,
);

/** Writes down prices that the feed gave, by symbol, in force from an instant on. */
export async function addFeedPrices(
  session: Session,
  at: Instant,
  prices: ReadonlyMap<string, UsdPrice>,
): Promise<void> {
  await session.query(ADD, [iso(at), arrayOf([...prices.keys()]), arrayOf([...prices.values()])]);
  noteChange(session, { topics: ['protocol', 'prices', 'treasury'] });
}

/** Just less than between two runs of the job: a node alone never loses its own turn. */
const TAKE_TURN = statement(
  'market-feed-turn',
  `insert into attempts (who, minute, count)
   select 'follow-prices', now, 1 from protocol_now() as now
   where not exists (select from attempts
     where who = 'follow-prices' and minute > now - interval '25 seconds')
   returning count`,
);

/** Takes the turn of asking the feed, which comes twice a minute; false where another node has just had it. */
export async function takeFeedTurn(database: Database): Promise<boolean> {
  return database.transaction(async (session) => {
    await lock(session, 'feed');
    return (await session.query(TAKE_TURN)).length === 1;
  });
}
