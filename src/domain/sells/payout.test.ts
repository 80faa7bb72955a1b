import { expect, test } from 'vitest';
import { T0, codeOf, contextOf, day, sentPayout } from '#test/domain/builders';
import {
  type PayoutStatus,
  isOpenPayout,
  newestPayout,
  noPayoutUnderWay,
  payoutExpiry,
} from './payout.ts';
import { after } from '../base/time.ts';

test.each<[PayoutStatus, boolean]>([
  ['awaiting-signature', true],
  ['sent', true],
  ['finalized', false],
  ['failed', false],
  ['expired', false],
])('a payout that is %s can still pay: %s', (status, open) => {
  expect(isOpenPayout({ status })).toBe(open);
  const payouts = [sentPayout({ id: 'p0', status: 'expired' }), sentPayout({ status })];
  expect(codeOf(noPayoutUnderWay(payouts))).toBe(open ? 'PAYOUT_UNDER_WAY' : 'ok');
});

test('while one can still pay, the time is told by which it has ended', () => {
  const expiresAt = day(9);
  expect(contextOf(noPayoutUnderWay([sentPayout({ expiresAt })]))).toEqual({
    possibleAt: '2026-01-14T12:00:00.000Z',
  });
  expect(codeOf(noPayoutUnderWay([]))).toBe('ok');
});

test('the newest of several, whatever their order', () => {
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

test('a transaction is told to expire after 150 slots of its blockhash and 32 of finality', () => {
  expect(payoutExpiry(T0)).toBe(after(T0, (150 + 32) * 400));
});
