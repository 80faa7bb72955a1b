import { describe, expect, test } from 'vitest';

import {
  formatExact,
  formatNumber,
  formatPercent,
  formatTrimmed,
  formatUsd,
  numberParts,
  trimZeros,
} from './format.ts';

describe('numberParts', () => {
  test('groups thousands and fills the fraction', () => {
    expect(numberParts('1234567.5', 2)).toEqual({
      sign: '',
      whole: '1,234,567',
      fraction: '.50',
      cut: false,
    });
  });

  test('cuts and never rounds up: the screen shows no more than there is', () => {
    expect(numberParts('0.99999999', 4)).toMatchObject({ fraction: '.9999', cut: true });
    expect(numberParts('-0.06256850', 4)).toMatchObject({ sign: '-', fraction: '.0625' });
  });

  test('zeros that are cut hide nothing', () => {
    expect(numberParts('8.30000000', 4)?.cut).toBe(false);
  });

  test('keeps digits that a float would lose', () => {
    expect(formatNumber('9007199254740993.12345678', 8)).toBe('9,007,199,254,740,993.12345678');
  });

  test.each(['', '1e5', 'NaN', '1,000', '.5', ' 1'])('is null for %j', (text) => {
    expect(numberParts(text, 2)).toBeNull();
  });
});

test.each([
  ['0.020000', '2.0%'],
  ['0.015000', '1.5%'],
  ['0.150000', '15.0%'],
  ['0.001250', '0.125%'],
  ['1.000000', '100.0%'],
  ['12', '1,200.0%'],
  ['0', '0.0%'],
])('%s is %s', (fraction, percent) => {
  expect(formatPercent(fraction)).toBe(percent);
});

test.each([
  ['1000.00', '1000'],
  ['12.50', '12.5'],
  ['100', '100'],
])('%s without idle zeros is %s', (value, trimmed) => {
  expect(trimZeros(value)).toBe(trimmed);
});

test.each([
  ['1000.00', '1,000'],
  ['12.567', '12.56'],
  ['0.00', '0'],
])('%s with at most two decimals is %s', (value, trimmed) => {
  expect(formatTrimmed(value, 2)).toBe(trimmed);
});

test.each([
  // 2,000 USDC paid: the LMT is rounded down, and so is its worth.
  ['1999.999998', '2,000.00'],
  ['1999.994999', '1,999.99'],
  ['0.005', '0.01'],
  ['-0.005', '-0.01'],
  ['999.995', '1,000.00'],
  ['7', '7.00'],
  ['No data', 'No data'],
])('a worth of %s USD is shown as %s, to the nearest cent', (value, shown) => {
  expect(formatUsd(value)).toBe(shown);
});

test('what a figure leaves out is told with all its digits, grouped', () => {
  expect(formatExact('3035371.457856')).toBe('3,035,371.457856');
  expect(numberParts('1999.999998', 2, 'nearest')).toMatchObject({ whole: '2,000', cut: true });
});
