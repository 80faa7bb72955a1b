import { expect, test } from 'vitest';

import { amountText, digitsOf } from './digits.ts';

test.each([
  ['LMT', 4, 6, 8],
  ['SOL', 4, 6, 9],
  ['USDC', 2, 2, 6],
  ['%', 2, 4, 8],
  [undefined, 4, 6, 8],
] as const)('%s has its digits, however closely it is told', (unit, glance, fine, exact) => {
  expect(digitsOf(unit)).toBe(glance);
  expect(digitsOf(unit, 'fine')).toBe(fine);
  expect(digitsOf(unit, 'exact')).toBe(exact);
});

test.each([
  ['$', 2],
  ['% APY', 2],
  ['×', 2],
  ['BTC', 4],
])('%s has %d digits', (unit, digits) => {
  expect(digitsOf(unit)).toBe(digits);
});

test('an amount is cut, never rounded up', () => {
  expect(amountText('LMT', '1234.56789999')).toBe('1,234.5678');
  expect(amountText('SOL', '0.300541999', 'fine')).toBe('0.300541');
  expect(amountText('USDC', '1250.000000')).toBe('1,250.00');
});
