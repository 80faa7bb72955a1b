import { expect, test } from 'vitest';

import { feesPaid, isFee } from './fees.ts';

test('sums fees by type of history line, without returned fees', () => {
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

test('distinguishes fee accounts from other names, including inherited properties', () => {
  expect(['fee.sell', 'soldBurned', 'constructor'].map(isFee)).toEqual([true, false, false]);
});
