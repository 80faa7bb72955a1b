import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instant } from '../base/time.ts';
import type { Payout } from './payout.ts';
import { priorityPriceOf, unlandedAttempts } from './priority-fee.ts';

test.each([
  [0n, 0, 10_000n],
  [0n, 1, 40_000n],
  [500_000n, 0, 500_000n],
  [500_000n, 2, 8_000_000n],
  [9_999_999n, 0, 2_000_000n],
  [9_999_999n, 1, 8_000_000n],
  [0n, 40, 16_000_000n],
])('with a usual price of %d, attempt %d offers %d', (usual, attempt, price) => {
  expect(priorityPriceOf(usual, attempt)).toBe(price);
});

test('never lowers the price for a later attempt, and never exceeds the bound', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 1n << 64n), fc.nat(50), (usual, attempt) => {
      const [price, next] = [priorityPriceOf(usual, attempt), priorityPriceOf(usual, attempt + 1)];
      expect(next >= price && price >= 10_000n && next <= 16_000_000n).toBe(true);
      expect(next > price || price === 16_000_000n).toBe(true);
    }),
  );
});

test('counts signed attempts that never landed since the last one that did', () => {
  const payout = (at: number, status: Payout['status'], more: Partial<Payout> = {}): Payout =>
    ({ status, createdAt: instant(at), signed: 'bytes', isWithdrawing: false, ...more }) as Payout;
  expect(unlandedAttempts([])).toBe(0);
  expect(unlandedAttempts([payout(1, 'withdrawn'), payout(2, 'sent')])).toBe(2);
  expect(unlandedAttempts([payout(1, 'withdrawn'), payout(2, 'failed'), payout(3, 'sent')])).toBe(
    1,
  );
  expect(unlandedAttempts([payout(1, 'withdrawn'), payout(2, 'finalized')])).toBe(0);
  expect(unlandedAttempts([payout(1, 'withdrawn', { isWithdrawing: true })])).toBe(0);
  expect(unlandedAttempts([payout(1, 'awaiting-signature', { signed: null })])).toBe(0);
});
