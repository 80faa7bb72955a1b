import type { StoredHolding } from '#domain/treasury/holdings';
import { column, entity, instant } from './entity.ts';

export const HOLDING = entity<StoredHolding>('holdings', {
  symbol: column('symbol', 'text'),
  name: column('name', 'text'),
  logo: column('logo', 'text'),
  displayOrder: column('display_order', 'smallint'),
  decimals: column('decimals', 'smallint'),
  origin: column('origin', 'text'),
  units: column('amount', 'bigint'),
  asOf: instant('as_of'),
});
