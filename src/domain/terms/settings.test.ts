import { describe, expect, test } from 'vitest';
import { codeOf, contextOf, valueOf } from '#test/domain/builders';
import { rate } from '../base/money.ts';
import { settingText, settingTexts } from './setting-texts.ts';
import { changeSettings, checkRange } from './setting-checks.ts';
import {
  DEFAULT_SETTINGS,
  SETTING_ENTRIES,
  type SettingName,
  type Settings,
  type SettingsChange,
  decimalsOf,
  isChoice,
} from './settings.ts';

const NUMBERS = SETTING_ENTRIES.flatMap(([name, setting]) =>
  isChoice(setting) ? [] : [{ name, setting }],
);

describe('a setting that is a number', () => {
  test.each(NUMBERS)('$name accepts both ends of its range', ({ name, setting }) => {
    // Keeps APYs that bound each other from interfering.
    const free = { baseApy: 0n, currentApy: 0n, maxDynamicApy: 1_000_000_00n };
    const before = { ...DEFAULT_SETTINGS, ...free } as Settings;
    const set = (value: bigint) => changeSettings(before, { [name]: value });
    const { least, most } = setting;
    expect([least, most].map((value) => codeOf(set(value)))).toEqual(['ok', 'ok']);
    for (const value of [least - 1n, most + 1n]) {
      const [shown] = setting.names;
      const range = { least, most, decimals: decimalsOf(setting) };
      expect(contextOf(set(value))).toEqual(contextOf(checkRange(shown, value, range)));
    }
  });

  test.each(NUMBERS)('$name has a default within its range', ({ setting }) => {
    const { default: first, least, most, isOptional } = setting;
    if (first === null) expect(isOptional).toBe(true);
    else expect(first >= least && first <= most).toBe(true);
  });

  test.each<[SettingName, string]>([
    ['stakingFee', 'between 0.000000 and 1.000000'],
    ['sellFee', 'between 0.000000 and 1.000000'],
    ['restakeFee', 'between 0.000000 and 1.000000'],
    ['withdrawalFee', 'between 0.000000 and 1.000000'],
    ['weeklyPriceIncrease', 'between 0.000000 and 0.200000'],
    ['maxSupply', 'between 0.00000001 and 1000000000.00000000'],
    ['baseApy', 'between 0.00 and 1000000.00'],
    ['currentApy', 'between 0.00 and 1000000.00'],
    ['maxDynamicApy', 'between 0.00 and 1000000.00'],
    ['yieldFarming', 'between 0.000000 and 1000000000.000000'],
  ])('%s is refused by the owner’s name unless %s', (name, allowed) => {
    const refused = changeSettings(DEFAULT_SETTINGS, { [name]: -1n });
    expect(codeOf(refused)).toBe('SETTING_OUT_OF_RANGE');
    const shown = { baseApy: 'baseAPY', currentApy: 'currentAPY', maxDynamicApy: 'maxDynamicAPY' };
    expect(contextOf(refused)).toEqual({
      name: shown[name as keyof typeof shown] ?? name,
      allowed,
    });
  });

  test('stays in force out of range, and does not block other changes', () => {
    const before = { ...DEFAULT_SETTINGS, weeklyPriceIncrease: rate(500_000n) };
    const changed = valueOf(changeSettings(before, { sellFee: rate(1n) }));
    expect([changed.weeklyPriceIncrease, changed.sellFee]).toEqual([500_000n, 1n]);
    const again = changeSettings(before, { weeklyPriceIncrease: rate(500_000n) });
    expect(codeOf(again)).toBe('SETTING_OUT_OF_RANGE');
  });
});

test('is refused above its bound if it is an APY, with the bound’s name', () => {
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

describe('settings in responses', () => {
  test('have all decimals of their unit; null and words are unchanged', () => {
    const texts = SETTING_ENTRIES.map(([name]) => [name, settingText(DEFAULT_SETTINGS, name)]);
    expect(Object.fromEntries(texts)).toEqual({
      stakingFee: '0.020000',
      withdrawalFee: null,
      sellFee: '0.150000',
      restakeFee: '0.015000',
      weeklyPriceIncrease: '0.015000',
      maxSupply: '1000000.00000000',
      apyMode: 'fixed',
      currentApy: '1000.00',
      baseApy: '1000.00',
      maxDynamicApy: '10000.00',
      arbitrageTrading: '3000.000000',
      yieldFarming: '3000.000000',
      highFrequencyTrading: '1500.000000',
    });
  });

  test('appear under every name, separately for each call that changes them', () => {
    expect(settingTexts(DEFAULT_SETTINGS, 'settings')).toMatchObject({
      sellFee: '0.150000',
      sellingFee: '0.150000',
    });
    expect(Object.keys(settingTexts(DEFAULT_SETTINGS, 'revenue'))).toEqual([
      'fixedAPY',
      'arbitrageTrading',
      'yieldFarming',
      'highFrequencyTrading',
    ]);
  });
});
