import { expect, test } from 'vitest';

import { lmt } from '#domain/base/money';

import { checkSell } from './check-sell.ts';

const ONE = lmt(100_000_000n);
const HALF = lmt(50_000_000n);

test.each([
  ['', { kind: 'empty' }],
  ['.', { kind: 'empty' }],
  ['.5', { kind: 'right', amount: HALF, text: '0.50000000' }],
  ['0.50000000', { kind: 'right', amount: HALF }],
  ['0', { kind: 'wrong', reason: 'Enter an amount above 0.' }],
  ['0.50000001', { kind: 'wrong', reason: 'You can sell at most 0.5 LMT now.' }],
  ['1.1', { kind: 'wrong', reason: 'More than your unstaked balance of 1 LMT.' }],
  ['0.000000001', { kind: 'wrong', reason: 'LMT amounts have at most 8 decimals.' }],
  ['999999999999999999999', { kind: 'wrong', reason: 'This amount is too large.' }],
])('%s', (typed, checked) => {
  expect(checkSell(typed, ONE, HALF)).toMatchObject(checked);
});
