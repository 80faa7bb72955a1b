import { expect, test } from 'vitest';
import { T0, codeOf, contextOf, day, sentPayout } from '#test/domain/builders';
import {
  type PayoutStatus,
  isOpenPayout,
  newestPayout,
  noPayoutOpen,
  payoutExpiry,
} from './payout.ts';
import { DAY_MS, MINUTE_MS, after } from '../base/time.ts';
import { NONCE_SEEDS, payoutLabel, subjectLabel } from './payout-labels.ts';

test.each<[PayoutStatus, boolean]>([
  ['awaiting-signature', true],
  ['sent', true],
  ['finalized', false],
  ['failed', false],
  ['withdrawn', false],
])('a payout that is %s can still pay: %s', (status, open) => {
  expect(isOpenPayout({ status })).toBe(open);
  const payouts = [sentPayout({ id: 'p0', status: 'withdrawn' }), sentPayout({ status })];
  expect(codeOf(noPayoutOpen(payouts))).toBe(open ? 'PAYOUT_OPEN' : 'ok');
});

test('refuses while a payout can still pay, with the time when it ends', () => {
  const expiresAt = day(9);
  expect(contextOf(noPayoutOpen([sentPayout({ expiresAt })]))).toEqual({
    possibleAt: '2026-01-14T12:00:00.000Z',
  });
  expect(codeOf(noPayoutOpen([]))).toBe('ok');
});

test('finds the newest payout in any order', () => {
  const [a, b, c] = [
    sentPayout({ id: 'p3', createdAt: day(9) }),
    sentPayout({ id: 'p1', createdAt: day(10) }),
    sentPayout({ id: 'p2', createdAt: day(10) }),
  ] as const;
  for (const payouts of [
    [a, b, c],
    [c, b, a],
    [b, c, a],
    [a, c, b],
  ]) {
    expect(newestPayout(payouts)).toBe(c);
  }
  expect(newestPayout([])).toBeNull();
});

test('a payout expires 15 minutes after it was handed out, and two minutes after it was signed', () => {
  expect(payoutExpiry({ signature: null, isOutside: false }, T0)).toBe(after(T0, 15 * MINUTE_MS));
  expect(payoutExpiry({ signature: 'signature', isOutside: false }, T0)).toBe(
    after(T0, 2 * MINUTE_MS),
  );
});

test('a payout made outside expires after the two days that a seller is promised', () => {
  const outside = { signature: null, isOutside: true };
  expect(payoutExpiry(outside, T0)).toBe(after(T0, 2 * DAY_MS));
});

test('returns fixed labels for a payout and its subject, and sixteen nonce seeds', () => {
  expect(subjectLabel('sell', 's1')).toBe('lmt payout of sell s1');
  expect(payoutLabel('p1')).toBe('lmt payout p1');
  expect([NONCE_SEEDS.length, NONCE_SEEDS[0], NONCE_SEEDS[15]]).toEqual([
    16,
    'nonce 0',
    'nonce 15',
  ]);
});
