import { expect, test } from 'vitest';

import { lmt } from '#domain/base/money';

import { checkStake } from './check-stake.ts';

const FIVE = lmt(500_000_000n);

test.each([
  ['', { kind: 'empty' }],
  ['.', { kind: 'empty' }],
  ['.5', { kind: 'right', amount: 50_000_000n }],
  ['5.', { kind: 'right', amount: 500_000_000n }],
  ['5.00000000', { kind: 'right', amount: 500_000_000n }],
  ['0', { kind: 'invalid', reason: 'Please enter a valid staking amount.' }],
  ['0.00009999', { kind: 'invalid', reason: 'The least amount is 0.0001 LMT.' }],
  ['0.0001', { kind: 'right', amount: 10_000n }],
  ['1.000000001', { kind: 'invalid', reason: 'LMT amounts have at most 8 decimals.' }],
  ['5.00000001', { kind: 'over', reason: 'You only have 5 LMT available to stake.' }],
  ['99999999999999999999', { kind: 'over' }],
])('%j of 5 LMT', (typed, meaning) => {
  expect(checkStake(typed, FIVE)).toMatchObject(meaning);
});

test('while the balance is not known nothing is over it', () => {
  expect(checkStake('7', null)).toEqual({ kind: 'right', amount: 700_000_000n });
});
