import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { LMT, PRICES, SOL, USDC, codeOf, contextOf, valueOf } from '#test/domain/builders';

import { type Lmt, apy, lmt, rate, usdPrice, usdc } from '../base/money.ts';
import { changeSettings } from '../terms/setting-checks.ts';
import type { SettingsChange } from '../terms/settings.ts';
import { DEFAULT_SETTINGS } from '../terms/settings.ts';
import {
  BONDING_LOCK_MS,
  CYCLE_MS,
  DEFAULT_LMT_PRICE,
  FALLBACK_PRICES,
  MIN_BOND,
  MIN_PAYOUT,
  MIN_STAKE,
  RESTAKE_WINDOW_MS,
  SELL_PERIOD_MS,
  VESTING_MS,
} from '../terms/terms.ts';
import { DAY_MS } from '../base/time.ts';
import { currentApy, dailyRate, dailyRevenue } from '../terms/apy.ts';
import { coverage, dailyApyCost, holdingValue, holdingsValue, solPriceOf } from './treasury.ts';

describe('the constants', () => {
  test('match the times of the specs', () => {
    expect([BONDING_LOCK_MS, VESTING_MS, RESTAKE_WINDOW_MS]).toEqual([DAY_MS, DAY_MS, DAY_MS]);
    expect([CYCLE_MS, SELL_PERIOD_MS]).toEqual([7 * DAY_MS, 7 * DAY_MS]);
  });

  test('match the fees, prices and limits of the specs', () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      stakingFee: 20_000n,
      sellFee: 150_000n,
      restakeFee: 15_000n,
      withdrawalFee: null,
      weeklyPriceIncrease: 15_000n,
      maxSupply: LMT('1000000'),
      baseApy: 1_000_00n,
      currentApy: 1_000_00n,
      maxDynamicApy: 10_000_00n,
    });
    expect(DEFAULT_LMT_PRICE).toBe(987_000_000n);
    expect(dailyRevenue(DEFAULT_SETTINGS)).toBe(USDC('7500'));
    expect(MIN_BOND).toEqual({ SOL: SOL('0.01'), USDC: USDC('0.01') });
    expect(MIN_PAYOUT).toEqual({ SOL: SOL('0.01'), USDC: USDC('2') });
    expect(MIN_STAKE).toBe(LMT('0.0001'));
  });

  test('give fallback prices in 10⁻¹² USD', () => {
    expect(FALLBACK_PRICES).toEqual({
      SOL: 200n * 10n ** 12n,
      USDC: 10n ** 12n,
      KFR: 24_669n * 10n ** 5n,
      BML: 2_387n * 10n ** 3n,
    });
  });
});

describe('the APY', () => {
  const dynamic = (revenue: string, change: SettingsChange = {}): bigint =>
    currentApy({
      ...DEFAULT_SETTINGS,
      apyMode: 'dynamic',
      arbitrageTrading: USDC(revenue),
      yieldFarming: usdc(0n),
      highFrequencyTrading: usdc(0n),
      ...change,
    });

  test('is the fixed value that the owner set', () => {
    expect(currentApy({ ...DEFAULT_SETTINGS, currentApy: apy(777_77n) })).toBe(777_77n);
  });

  test.each([
    ['0', 1_000_00n],
    ['999.999999', 1_000_00n],
    ['1000', 1_050_00n],
    ['7500', 1_350_00n],
    ['180000', 10_000_00n],
    ['900000', 10_000_00n],
  ])('dynamic at $%s a day is %d', (revenue, yearly) => {
    expect(dynamic(revenue)).toBe(yearly);
  });

  test('has a daily rate of APY / 365 with eight decimals', () => {
    expect(dailyRate(apy(1_000_00n))).toBe(273_972_603n); // 2.73972603%
    expect(dailyRate(apy(365_00n))).toBe(100_000_000n);
  });
});

describe('holdings, liabilities and cost', () => {
  test('holdings without a price are left out of totals', () => {
    const sol = { symbol: 'SOL', units: SOL('2.5'), decimals: 9, price: PRICES.sol };
    const bml = { symbol: 'BML', units: 10n ** 12n, decimals: 6, price: usdPrice(2_387_000n) };
    const axl = { symbol: 'AXL', units: 5n, decimals: 6, price: null };
    expect(holdingValue(sol)).toBe(USDC('500'));
    expect(holdingValue(bml)).toBe(USDC('2.387'));
    expect(holdingValue(axl)).toBeNull();
    expect(holdingsValue([sol, bml, axl])).toBe(USDC('502.387'));
    expect(solPriceOf([axl, bml, sol])).toBe(PRICES.sol);
    expect(solPriceOf([bml])).toBeNull();
    expect(solPriceOf([{ ...sol, price: null }])).toBeNull();
  });

  test('computes the coverage of liabilities', () => {
    expect(coverage(USDC('242'), USDC('100'))).toBe(242n);
    expect(coverage(USDC('1'), usdc(0n))).toBeNull();
  });

  test('computes a day’s cost as 1/365 of the APY', () => {
    expect(dailyApyCost(LMT('365'), apy(100_00n), DEFAULT_LMT_PRICE)).toBe(USDC('987'));
  });
});

describe('a change of settings', () => {
  test.each<[string, SettingsChange]>([
    ['a fee of nothing', { sellFee: rate(0n) }],
    ['a fee of all', { sellFee: rate(1_000_000n) }],
    ['a withdrawal fee', { withdrawalFee: rate(150_000n) }],
    ['no withdrawal fee', { withdrawalFee: null }],
    ['an APY as high as the maximum', { currentApy: apy(10_000_00n) }],
    [
      'a higher APY together with its maximum',
      { currentApy: apy(20_000_00n), maxDynamicApy: apy(20_000_00n) },
    ],
    ['the dynamic APY', { apyMode: 'dynamic' }],
    ['an empty change', {}],
  ])('accepts %s', (_, change) => {
    expect(valueOf(changeSettings(DEFAULT_SETTINGS, change))).toEqual({
      ...DEFAULT_SETTINGS,
      ...change,
    });
  });

  test.each<[string, SettingsChange, string]>([
    ['a negative fee', { stakingFee: rate(-1n) }, 'stakingFee'],
    ['a fee above 100%', { restakeFee: rate(1_000_001n) }, 'restakeFee'],
    ['a withdrawal fee above 100%', { withdrawalFee: rate(1_000_001n) }, 'withdrawalFee'],
    ['no supply', { maxSupply: lmt(0n) }, 'maxSupply'],
    ['more supply than the ledger holds', { maxSupply: (2n ** 63n) as Lmt }, 'maxSupply'],
    ['an APY above the maximum', { currentApy: apy(10_000_01n) }, 'currentAPY'],
    ['a base above the maximum', { baseApy: apy(10_000_01n) }, 'baseAPY'],
    ['a maximum below the current', { maxDynamicApy: apy(999_99n) }, 'currentAPY'],
    ['negative revenue', { yieldFarming: usdc(-1n) }, 'yieldFarming'],
  ])('refuses %s', (_, change, name) => {
    const refused = changeSettings(DEFAULT_SETTINGS, change);
    expect(codeOf(refused)).toBe('SETTING_OUT_OF_RANGE');
    expect(contextOf(refused)).toMatchObject({ name });
  });

  test('is refused completely if one value is invalid', () => {
    const change = { sellFee: rate(1n), stakingFee: rate(-1n) };
    expect(codeOf(changeSettings(DEFAULT_SETTINGS, change))).toBe('SETTING_OUT_OF_RANGE');
  });

  test('keeps the dynamic APY between base and maximum, never falling with revenue', () => {
    const money = fc.bigInt(0n, 10n ** 13n);
    fc.assert(
      fc.property(money, money, (a, b) => {
        const at = (revenue: bigint): bigint =>
          currentApy({ ...DEFAULT_SETTINGS, apyMode: 'dynamic', arbitrageTrading: usdc(revenue) });
        expect(at(a) >= 1_000_00n && at(a) <= 10_000_00n).toBe(true);
        expect(at(a) <= at(a + b)).toBe(true);
      }),
    );
  });
});
