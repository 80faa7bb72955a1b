import { expect, test } from 'vitest';
import { T0, codeOf, contextOf, day, sentPayout } from '#test/domain/builders';
import {
  type PayoutStatus,
  isOpenPayout,
  needsBlockhash,
  newestPayout,
  noPayoutOpen,
  payoutExpiry,
} from './payout.ts';
import { DAY_MS, MINUTE_MS, after } from '../base/time.ts';
import { NONCE_SEEDS, payoutName, subjectName } from './payout-names.ts';

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

test('while one can still pay, the time is told by which it has ended', () => {
  const expiresAt = day(9);
  expect(contextOf(noPayoutOpen([sentPayout({ expiresAt })]))).toEqual({
    possibleAt: '2026-01-14T12:00:00.000Z',
  });
  expect(codeOf(noPayoutOpen([]))).toBe('ok');
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

test('a blockhash is told to be over after its 150 slots and 32 of finality', () => {
  const blockhash = { nonce: null, signature: 'signature', isOutside: false };
  expect(payoutExpiry(blockhash, T0)).toBe(after(T0, (150 + 32) * 400));
  expect(payoutExpiry(blockhash, T0, 200), 'half as long').toBe(after(T0, (150 + 32) * 200));
});

test('a nonce waits a quarter of an hour for the owner’s wallet, and two minutes to land', () => {
  const nonce = { account: 'nonce', value: 'value' };
  expect(payoutExpiry({ nonce, signature: null, isOutside: false }, T0)).toBe(
    after(T0, 15 * MINUTE_MS),
  );
  expect(payoutExpiry({ nonce, signature: 'signature', isOutside: false }, T0)).toBe(
    after(T0, 2 * MINUTE_MS),
  );
});

test('a wallet that altered what it was to sign gets a blockhash the next time', () => {
  const altered = sentPayout({ withdrawing: 'altered' });
  expect(needsBlockhash([sentPayout(), altered])).toBe(true);
  expect(needsBlockhash([sentPayout()])).toBe(false);
});

test('one that is made outside has the two days that a seller is promised', () => {
  const outside = { nonce: null, signature: null, isOutside: true };
  expect(payoutExpiry(outside, T0)).toBe(after(T0, 2 * DAY_MS));
});

test('the chain knows a payout, its subject and the nonces by these names', () => {
  expect(subjectName('sell', 's1')).toBe('lmt payout of sell s1');
  expect(payoutName('p1')).toBe('lmt payout p1');
  expect([NONCE_SEEDS.length, NONCE_SEEDS[0], NONCE_SEEDS[15]]).toEqual([
    16,
    'nonce 0',
    'nonce 15',
  ]);
});
