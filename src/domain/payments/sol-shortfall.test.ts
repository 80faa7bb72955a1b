import { describe, expect, test } from 'vitest';

import { lamports } from '../base/money.ts';
import { type SolCosts, solShortfall } from './sol-shortfall.ts';

const none = lamports(0n);
const usdcPayment: SolCosts = {
  amount: none,
  networkFee: lamports(5_000n),
  accountRent: none,
  walletMinimum: lamports(890_880n),
};
const short = (held: bigint, costs: Partial<SolCosts> = {}) =>
  solShortfall(lamports(held), { ...usdcPayment, ...costs });

describe('SOL of the payer', () => {
  test('without SOL, the network fee and the minimum of the wallet are needed', () => {
    expect(short(0n)).toEqual({ ...usdcPayment, held: 0n, needed: 895_880n });
  });

  test.each([
    ['leaves the minimum', 895_880n, false],
    ['would leave one lamport less than the minimum', 895_879n, true],
    ['was at the minimum before', 890_880n, true],
    ['was below the minimum before', 890_879n, false],
    ['is used up to the last lamport', 5_000n, false],
    ['does not cover the fee', 4_999n, true],
  ])('is checked for a balance that %s', (_, held, isShort) => {
    expect(short(held) !== null).toBe(isShort);
  });

  test('counts the paid SOL and the rent of a created account', () => {
    const costs = { amount: lamports(50_000_000n), accountRent: lamports(2_039_280n) };
    const needed = 50_000_000n + 5_000n + 2_039_280n + 890_880n;
    expect(short(needed, costs)).toBeNull();
    expect(short(needed - 1n, costs)).toMatchObject({ needed });
  });
});
