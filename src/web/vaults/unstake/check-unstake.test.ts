import { expect, test } from 'vitest';

import { lmt } from '#domain/base/money';

import { checkUnstake } from './check-unstake.ts';

const CAP = lmt(297_945_205n);

test.each([
  ['', { kind: 'empty' }],
  ['.', { kind: 'empty' }],
  ['0', { title: 'Invalid Amount', detail: 'Please enter a valid amount to unstake' }],
  ['0.00000000', { title: 'Invalid Amount' }],
  ['1.123456789', { title: 'Invalid Amount', detail: 'LMT amounts have at most 8 decimals.' }],
  ['.5', { kind: 'right', amount: 50_000_000n }],
  ['2.97945205', { kind: 'right', amount: 297_945_205n }],
  [
    '2.97945206',
    {
      title: 'Withdrawal Limit Exceeded',
      detail: 'Maximum withdrawable: 2.97945205 LMT (50% of vault)',
    },
  ],
  ['99999999999999999999', { title: 'Withdrawal Limit Exceeded' }],
])('%j', (typed, meaning) => {
  expect(checkUnstake(typed, CAP)).toMatchObject(meaning);
});
