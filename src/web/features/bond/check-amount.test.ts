import { expect, test } from 'vitest';

import { lamports, usdc } from '#domain/base/money';

import { checkAmount } from './check-amount.ts';

test('half-typed amounts are what they will become', () => {
  expect(checkAmount('', 'SOL', null)).toEqual({ kind: 'empty' });
  expect(checkAmount('.', 'SOL', null)).toEqual({ kind: 'empty' });
  expect(checkAmount('.5', 'SOL', null)).toMatchObject({ amount: 500_000_000n, text: '0.5' });
  expect(checkAmount('1.', 'USDC', null)).toMatchObject({ amount: 1_000_000n, text: '1' });
});

test('digits that cannot be paid are refused, never rounded', () => {
  expect(checkAmount('1.123456789', 'SOL', null)).toMatchObject({ kind: 'wrong' });
  expect(checkAmount('1.1234567', 'USDC', null)).toMatchObject({ kind: 'wrong' });
  expect(checkAmount('1.12345600', 'USDC', null)).toMatchObject({ amount: 1_123_456n });
});

test('the least and the most are included', () => {
  expect(checkAmount('0.01', 'SOL', lamports(10_000_000n))).toMatchObject({ kind: 'right' });
  expect(checkAmount('0.00999999', 'SOL', null)).toMatchObject({ kind: 'wrong' });
  expect(checkAmount('5.000001', 'USDC', usdc(5_000_000n))).toMatchObject({ kind: 'wrong' });
});
