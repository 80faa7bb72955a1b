import type { Dated, History } from '#domain/history';
import type { UsdPrice } from '#domain/money';
import { type MarketPrice, priceForPayment } from '#domain/price';
import { type Instant, iso } from '#domain/time';
import { type Session, statement } from './database.ts';

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
   where symbol = 'SOL' and at >= coalesce((select max(at) from market_prices
     where symbol = 'SOL' and at <= $1), '-infinity') order by at, id`,
);

/** Every SOL price that was in force at or after an instant, oldest first. */
export async function solPricesSince(session: Session, at: Instant): Promise<History<UsdPrice>> {
  return session.query<Dated<UsdPrice>>(SINCE, [iso(at)]);
}
