import type { LmtPriceEntry } from '#domain/terms/price';
import { column, entity, instant } from './entity.ts';

export const LMT_PRICE = entity<LmtPriceEntry>('lmt_prices', {
  from: instant('effective_at'),
  value: column('price', 'bigint'),
  origin: column('origin', 'text'),
});
