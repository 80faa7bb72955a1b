import type { Dated } from '#domain/base/history';
import type { Settings } from '#domain/terms/terms';
import { column, entity, group, instant } from './entity.ts';

export const SETTINGS = entity<Dated<Settings>>('settings', {
  from: instant('effective_at'),
  value: group({
    stakingFee: column('staking_fee', 'bigint'),
    sellFee: column('sell_fee', 'bigint'),
    restakeFee: column('restake_fee', 'bigint'),
    withdrawalFee: column('withdrawal_fee', 'bigint'),
    weeklyPriceIncrease: column('weekly_price_increase', 'bigint'),
    maxSupply: column('max_supply', 'bigint'),
    apyMode: column('apy_mode', 'text'),
    baseApy: column('base_apy', 'bigint'),
    currentApy: column('current_apy', 'bigint'),
    maxDynamicApy: column('max_dynamic_apy', 'bigint'),
    arbitrageTrading: column('arbitrage_trading', 'bigint'),
    yieldFarming: column('yield_farming', 'bigint'),
    highFrequencyTrading: column('high_frequency_trading', 'bigint'),
  }),
});
