import type { StoredMarketPrice } from '#domain/terms/price';
import { column, entity, instant } from './entity.ts';

export const MARKET_PRICE = entity<StoredMarketPrice>('market_prices', {
  symbol: column('symbol', 'text'),
  at: instant('at'),
  price: column('price', 'bigint'),
  source: column('source', 'text'),
  isAgreed: column('agreed', 'boolean'),
});
