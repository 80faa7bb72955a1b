import { expect, test } from 'vitest';

import { T0 } from '#test/domain/builders';

import { parseUsdPrice } from './price-reports.ts';
import { offPeg, pegText } from './peg.ts';
import type { MarketPrice } from './price.ts';

const usdc = (price: string, source: MarketPrice['source'] = 'feed'): MarketPrice => ({
  price: parseUsdPrice(price)!,
  at: T0,
  source,
});

test.each([
  ['0.98', false],
  ['0.979999999999', true],
  ['1.02', false],
  ['1.020000000001', true],
  ['0.5', true],
  ['1', false],
])('USDC at %s USD is off its peg: %s', (price, isOff) => {
  expect(offPeg(usdc(price), false)).toBe(isOff ? parseUsdPrice(price) : null);
});

test('USDC is off its peg only by a price of the feed', () => {
  expect(offPeg(usdc('0.5', 'fallback'), false)).toBeNull();
  expect(offPeg(usdc('0.5'), true)).toBeNull();
  expect(offPeg(null, false)).toBeNull();
});

test('formats the USDC price with six decimals', () => {
  expect(pegText(parseUsdPrice('0.97')!)).toBe('0.970000');
});
