import type { TreasuryPoint } from '#domain/treasury/treasury-points';
import { column, entity, instant, numeric } from './entity.ts';

export const TREASURY_POINT = entity<TreasuryPoint>('treasury_points', {
  granularity: column('granularity', 'text'),
  at: instant('at'),
  liabilities: numeric('liabilities_lmt'),
  liabilitiesUsd: numeric('liabilities_usd'),
  holdingsUsd: numeric('holdings_usd'),
  coverage: numeric('coverage'),
  staked: numeric('staked_lmt'),
  apy: column('apy', 'bigint'),
  dailyCost: numeric('daily_cost_usd'),
  dailyRevenue: numeric('daily_revenue_usd'),
  lmtPrice: column('lmt_price', 'bigint'),
  supply: numeric('supply'),
});
