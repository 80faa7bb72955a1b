import { expect, test } from 'vitest';

import { isAmountText, steppedAmount } from './amount-step.ts';

test.each([
  ['1.25', '0.01', 1, '1.26'],
  ['0.1', '0.2', 1, '0.3'],
  ['', '0.0001', 1, '0.0001'],
  ['0.005', '0.01', -1, '0'],
  ['9.99', '0.01', 1, '10'],
  ['1.', '0.01', 1, '1.'],
] as const)('%j by %s × %d is %s', (amount, step, direction, next) => {
  expect(steppedAmount(amount, step, direction)).toBe(next);
});

test('never steps over the cap', () => {
  expect(steppedAmount('2.3724', '0.0001', 1, '2.37241099')).toBe('2.37241099');
});

test.each(['', '1', '1.', '.5', '0.00000001'])('%j may become an amount', (text) => {
  expect(isAmountText(text)).toBe(true);
});

test.each(['-1', '1,5', '1e3', '1.2.3', 'x', '1 000'])('%j may not', (text) => {
  expect(isAmountText(text)).toBe(false);
});
