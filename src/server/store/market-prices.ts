import type { Dated, History } from '#domain/history';
import type { UsdPrice } from '#domain/money';
import { type Instant, iso } from '#domain/time';
import { type Session, statement } from './database.ts';

const AT = statement(
  'market-price-at',
  `select price from market_prices where symbol = 'SOL' and at <= $1
   order by at desc, id desc limit 1`,
);
const FIRST = statement(
  'market-price-first',
  `select price from market_prices where symbol = 'SOL' order by at, id limit 1`,
);

/** The SOL price at an instant: the last stored at or before it, else the first ever. */
export async function solPriceAt(session: Session, at: Instant): Promise<UsdPrice> {
  const [row] = await session.query<{ price: UsdPrice }>(AT, [iso(at)]);
  const [found] = row ? [row] : await session.query<{ price: UsdPrice }>(FIRST);
  if (!found) throw new Error('no SOL price was ever stored');
  return found.price;
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
