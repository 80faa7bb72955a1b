import { expect, test } from 'vitest';

import { lamports, usdc } from '#domain/base/money';

import { checkBond } from './check-bond.ts';

test('half-typed amounts are what they will become', () => {
  expect(checkBond('', 'SOL', null)).toEqual({ kind: 'empty' });
  expect(checkBond('.', 'SOL', null)).toEqual({ kind: 'empty' });
  expect(checkBond('.5', 'SOL', null)).toMatchObject({ amount: 500_000_000n, text: '0.5' });
  expect(checkBond('1.', 'USDC', null)).toMatchObject({ amount: 1_000_000n, text: '1' });
});

test('digits that cannot be paid are refused, never rounded', () => {
  expect(checkBond('1.123456789', 'SOL', null)).toMatchObject({ kind: 'wrong' });
  expect(checkBond('1.1234567', 'USDC', null)).toMatchObject({ kind: 'wrong' });
  expect(checkBond('1.12345600', 'USDC', null)).toMatchObject({ amount: 1_123_456n });
});

test('the least and the most are included', () => {
  expect(checkBond('0.01', 'SOL', lamports(10_000_000n))).toMatchObject({ kind: 'right' });
  expect(checkBond('0.00999999', 'SOL', null)).toMatchObject({ kind: 'wrong' });
  expect(checkBond('5.000001', 'USDC', usdc(5_000_000n))).toMatchObject({ kind: 'wrong' });
});
