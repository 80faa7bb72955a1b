import { expect, test } from 'vitest';
import { SOL, codeOf, sentPayout } from '#test/domain/builders';
import { judgePayout } from './payout-judge.ts';

const TILL = { treasury: 'treasury', usdcMint: 'mint' };
const payout = sentPayout();
const transfer = {
  mint: null,
  source: 'treasury',
  sourceOwner: 'treasury',
  destination: 'wallet',
  destinationOwner: 'wallet',
  authority: 'treasury',
  amount: payout.amount,
  own: false,
};
const judged = (changes: Partial<typeof transfer> = {}, err: string | null = null) =>
  judgePayout({ err, transfers: [{ ...transfer, ...changes }] }, payout, TILL);

test('a payment is its order’s, to the last unit, out of the treasury', () => {
  expect(judged().ok).toBe(true);
  expect(codeOf(judged({}, 'failed'))).toBe('PAYOUT_MISMATCH');
  for (const changes of [
    { sourceOwner: 'somebody' },
    { destinationOwner: 'somebody' },
    { amount: SOL('8.389499999') },
  ]) {
    expect(codeOf(judged(changes)), JSON.stringify(Object.keys(changes))).toBe('PAYOUT_MISMATCH');
  }
  const usdc = { transfers: [{ ...transfer, mint: 'mint' }], err: null };
  expect(codeOf(judgePayout(usdc, payout, TILL))).toBe('PAYOUT_MISMATCH');
});
