import { expect, test } from 'vitest';

import { partOfAmount, steppedAmount } from './amount-step.ts';

test.each([
  ['1.25', '0.01', 1, '1.26'],
  ['0.1', '0.2', 1, '0.3'],
  ['', '0.0001', 1, '0.0001'],
  ['0.005', '0.01', -1, '0'],
  ['9.99', '0.01', 1, '10'],
  ['1.', '0.01', 1, '1.'],
] as const)('%j by %s × %d is %s', (amount, step, direction, next) => {
  expect(steppedAmount(amount, { step, direction })).toBe(next);
});

test('never steps over the cap', () => {
  expect(steppedAmount('2.3724', { step: '0.0001', direction: 1, max: '2.37241099' })).toBe(
    '2.37241099',
  );
});

test.each([
  ['5', 25, 8, '1.25'],
  ['0.00000003', 50, 8, '0.00000001'],
  ['10.000001', 75, 6, '7.5'],
  ['1.', 25, 8, '1.'],
] as const)('of %j, %d percent with %d decimals is %s', (amount, percent, decimals, part) => {
  expect(partOfAmount(amount, percent, decimals)).toBe(part);
});
