import { expect, test } from 'vitest';

import { feesPaid, isFee } from './fees.ts';

test('sums fees by the type of history line; a fee that was given back is not paid', () => {
  const postings = [
    { kind: 'fee.unstake', amount: 7n },
    { kind: 'unstaked', amount: -9n },
    { kind: 'fee.restake', amount: 3n },
    { kind: 'fee.restake', amount: 4n },
    { kind: 'soldBurned', amount: 2n },
    { kind: 'fee.stake', amount: 5n },
    { kind: 'fee.stake', amount: -5n },
  ];
  const paid = { restake: 7n, withdraw: 7n, sell: 0n, stake: 0n };
  expect(feesPaid(postings)).toMatchObject(paid);
});

test('tells accounts of fees from others, whatever an object inherits', () => {
  expect(['fee.sell', 'soldBurned', 'constructor'].map(isFee)).toEqual([true, false, false]);
});
