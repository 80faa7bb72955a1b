import { describe, expect, test } from 'vitest';

import { serializeAdminSettings } from '#contract/terms/serialize-settings';
import { DEFAULT_SETTINGS, type SettingName } from '#domain/terms/settings';
import { PRICES, T0 } from '#test/domain/builders';

import { settingRow } from '../../terms/setting-row.ts';
import { entryOf, problemOf, shownOf, wireOf } from './value-field.ts';

const TIMES = { changedAt: T0, nextStepAt: null };
const ANSWER = { ...serializeAdminSettings(DEFAULT_SETTINGS, PRICES, TIMES), usdcOffPeg: null };

describe('a value that the owner enters', () => {
  test('percent goes out as a fraction, exactly', () => {
    expect(wireOf('percent', '1.5')).toBe('0.015000');
    expect(wireOf('percent', '0.0001')).toBe('0.000001');
    expect(wireOf('percent', '100')).toBe('1.000000');
    expect(entryOf('percent', '0.015000')).toBe('1.5');
    expect(shownOf('percent', '0.150000')).toBe('15.0%');
  });

  test('numbers go out as numbers while they are exact, prices as they were typed', () => {
    expect(wireOf('apy', '1000')).toBe(1000);
    expect(wireOf('lmt', '1000000')).toBe(1_000_000);
    expect(wireOf('lmt', '90000000000.12345678')).toBe('90000000000.12345678');
    expect(wireOf('usdc', '987.10')).toBe('987.10');
  });

  test.each([
    ['stakingFee', '', 'Digits and one point only, like 1.25.'],
    ['stakingFee', '-1', 'Digits and one point only, like 1.25.'],
    ['stakingFee', '1e3', 'Digits and one point only, like 1.25.'],
    ['stakingFee', '1,5', 'Digits and one point only, like 1.25.'],
    ['stakingFee', 'NaN', 'Digits and one point only, like 1.25.'],
    ['stakingFee', '1.00001', 'More decimals than are kept.'],
    ['stakingFee', '100.0001', 'At most 100%.'],
    ['stakingFee', '100', null],
    ['withdrawalFee', '0', null],
    ['weeklyPriceIncrease', '20.0001', 'At most 20%.'],
    ['maxSupply', '0.0', 'Must be above 0.'],
    ['maxSupply', '1000000000.1', 'At most 1000000000 LMT.'],
    ['baseApy', '1000.001', 'More decimals than are kept.'],
    ['baseApy', '1000.01', null],
    ['baseApy', '10000.01', 'baseAPY must be at most maxDynamicAPY, 10000.00'],
    ['maxDynamicApy', '999.99', 'currentAPY must be at most maxDynamicAPY, 999.99'],
    ['yieldFarming', '0', null],
  ] as const)('%s %j: %s', (name, text, problem) => {
    const row = settingRow(name, ANSWER, '');
    expect(problemOf(row.kind, text, row)).toBe(problem);
  });

  test('what is in force already is no change, however it is written', () => {
    const problem = (name: SettingName, text: string) => {
      const row = settingRow(name, ANSWER, '');
      return problemOf(row.kind, text, row);
    };
    expect(problem('restakeFee', '1.50')).toBe('same');
    expect(problem('currentApy', '1000')).toBe('same');
    expect(problem('maxSupply', '1000000')).toBe('same');
    expect(problem('maxSupply', '100000')).toBe(null);
  });
});
