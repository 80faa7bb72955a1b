import { expect, test } from 'vitest';

import type { StakeJson } from '#contract/vaults/vaults';
import { lmt } from '#domain/base/money';

import { unstakeSplit } from './unstake-split.ts';

const vault = (withdrawalFee: string | null) =>
  ({
    amount: '5.00000000',
    rewardsAccrued: '0.95890410',
    window: { withdrawalFee },
  }) as StakeJson;

test('rewards go first, then the principal', () => {
  expect(unstakeSplit(vault(null), lmt(178_767_123n))).toEqual({
    amount: '1.78767123',
    fromRewards: '0.95890410',
    fromPrincipal: '0.82876713',
    fee: '0.00000000',
    net: '1.78767123',
    left: '4.17123287',
  });
});

test('a fee that is set comes off what is taken out, rounded up', () => {
  expect(unstakeSplit(vault('0.150000'), lmt(50_000_001n))).toMatchObject({
    fromRewards: '0.50000001',
    fromPrincipal: '0.00000000',
    fee: '0.07500001',
    net: '0.42500000',
    left: '5.45890409',
  });
});
