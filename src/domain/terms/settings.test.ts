import { describe, expect, test } from 'vitest';
import { codeOf, contextOf, valueOf } from '#test/domain/builders';
import { type LmtPrice, type Lamports, lamports, lmtPrice, rate } from '../base/money.ts';
import { type SettingsChange, changeSettings, enterPrices } from './settings.ts';
import { DEFAULT_SETTINGS } from './terms.ts';

const FEE = ['0.000000', 0n, '1.000000', 1_000_000n] as const;
const APY = ['0.00', 0n, '1000000.00', 1_000_000_00n] as const;
const REVENUE = ['0.000000', 0n, '1000000000.000000', 10n ** 15n] as const;

describe('every setting has its range, both ends included, and is refused by the owner’s name', () => {
  test.each([
    ['stakingFee', 'stakingFee', FEE],
    ['sellFee', 'sellFee', FEE],
    ['restakeFee', 'restakeFee', FEE],
    ['withdrawalFee', 'withdrawalFee', FEE],
    ['weeklyPriceIncrease', 'weeklyPriceIncrease', ['0.000000', 0n, '0.200000', 200_000n]],
    ['maxSupply', 'maxSupply', ['0.00000001', 1n, '1000000000.00000000', 10n ** 17n]],
    ['baseApy', 'baseAPY', APY],
    ['currentApy', 'currentAPY', APY],
    ['maxDynamicApy', 'maxDynamicAPY', APY],
    ['arbitrageTrading', 'arbitrageTrading', REVENUE],
    ['yieldFarming', 'yieldFarming', REVENUE],
    ['highFrequencyTrading', 'highFrequencyTrading', REVENUE],
  ] as const)('%s', (key, name, [least, lowest, most, highest]) => {
    /** With a maximum APY that is in nothing's way. */
    const before = { ...DEFAULT_SETTINGS, maxDynamicApy: 1_000_000_00n, ...bare(key) };
    const changed = (value: bigint) =>
      changeSettings(before as typeof DEFAULT_SETTINGS, { [key]: value });
    expect([lowest, highest].map((value) => codeOf(changed(value)))).toEqual(['ok', 'ok']);
    for (const value of [lowest - 1n, highest + 1n]) {
      const refused = changed(value);
      expect(codeOf(refused)).toBe('SETTING_OUT_OF_RANGE');
      expect(contextOf(refused)).toEqual({ name, allowed: `between ${least} and ${most}` });
    }
  });

  /** A maximum of 0 allows no other APY than 0. */
  const bare = (key: string) => (key === 'maxDynamicApy' ? { baseApy: 0n, currentApy: 0n } : {});

  test('a value that was entered when its range was wider stays, and stops no other change', () => {
    const before = { ...DEFAULT_SETTINGS, weeklyPriceIncrease: rate(500_000n) };
    const changed = valueOf(changeSettings(before, { sellFee: rate(1n) }));
    expect([changed.weeklyPriceIncrease, changed.sellFee]).toEqual([500_000n, 1n]);
    const again = changeSettings(before, { weeklyPriceIncrease: rate(500_000n) });
    expect(codeOf(again)).toBe('SETTING_OUT_OF_RANGE');
  });

  test('an APY is at most the maximum, which the refusal names', () => {
    const lower = { maxDynamicApy: 999_99n } as SettingsChange;
    const allowed = 'at most maxDynamicAPY, 999.99';
    expect(contextOf(changeSettings(DEFAULT_SETTINGS, lower))).toEqual({
      name: 'currentAPY',
      allowed,
    });
    const base = { ...lower, currentApy: 0n } as SettingsChange;
    expect(contextOf(changeSettings(DEFAULT_SETTINGS, base))).toEqual({ name: 'baseAPY', allowed });
    const same = { maxDynamicApy: 1_000_00n } as SettingsChange;
    expect(codeOf(changeSettings(DEFAULT_SETTINGS, same))).toBe('ok');
  });
});

describe('the range of a price that the owner enters', () => {
  const enter = (lmt: LmtPrice | null, lmtInSol: Lamports | null) =>
    enterPrices(lmtPrice(1_000_000n), { lmt, lmtInSol });

  test('LMT costs from a millionth to a billion USDC', () => {
    expect([1n, 10n ** 15n].map((units) => codeOf(enter(lmtPrice(units), null)))).toEqual([
      'ok',
      'ok',
    ]);
    expect(contextOf(enter(lmtPrice(0n), null))).toEqual({
      name: 'lmtPriceUSDC',
      allowed: 'between 0.000001 and 1000000000.000000',
    });
  });

  test('SOL is worth from 10⁻⁸ to a million USD', () => {
    // One LMT costs one USDC here.
    const least = lamports(10n ** 17n);
    const most = lamports(1_000n);
    expect(valueOf(enter(null, least)).sol).toBe(10_000n);
    expect(valueOf(enter(null, most)).sol).toBe(1_000_000_000000000000n);
    for (const lmtInSol of [lamports(0n), lamports(999n), lamports(3n * 10n ** 17n)]) {
      expect(contextOf(enter(null, lmtInSol))).toEqual({
        name: 'lmtPriceSOL',
        allowed: 'so that SOL is worth between 0.00000001 and 1000000 USD',
      });
    }
  });
});
