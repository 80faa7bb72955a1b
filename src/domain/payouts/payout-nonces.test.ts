import { describe, expect, test } from 'vitest';
import { codeOf, contextOf, day, sentPayout } from '#test/domain/builders';
import { MINUTE_MS, SECOND_MS, after } from '../base/time.ts';
import type { Nonce } from './payout.ts';
import { freeNonces, heldNonces, noFreeNonce } from './payout-nonces.ts';

const NOW = day(9);
const nonce = (account: string) => ({ account, value: 'value' });

test('counts a nonce as held only for an open payout that is not made outside', () => {
  const payouts = [
    sentPayout({ id: 'p1', nonce: nonce('nonce 1') }),
    sentPayout({ id: 'p2', nonce: nonce('nonce 2'), status: 'awaiting-signature' }),
    sentPayout({ id: 'p3', nonce: nonce('nonce 3'), status: 'withdrawn' }),
    sentPayout({ id: 'p4', nonce: null, isOutside: true, status: 'awaiting-signature' }),
  ];
  expect([...heldNonces(payouts)]).toEqual(['nonce 1', 'nonce 2']);
});

test('offers nonces that no open payout holds and no recent payout had', () => {
  const pool = ['nonce 1', 'nonce 2', 'nonce 3'].map((account) => ({
    account,
    value: 'of the block',
  }));
  const [first, second, third] = pool as [Nonce, Nonce, Nonce];
  const payouts = [
    sentPayout({ id: 'p1', nonce: { ...first, value: 'earlier' } }),
    sentPayout({ id: 'p2', nonce: second, status: 'finalized' }),
    sentPayout({ id: 'p3', nonce: { ...third, value: 'earlier' }, status: 'withdrawn' }),
  ];
  expect(freeNonces(pool, payouts)).toEqual([third]);
});

describe('the refusal without a free nonce', () => {
  const secondsFor = (...payouts: Parameters<typeof noFreeNonce>[0]) => {
    const refused = noFreeNonce(payouts, { ready: 16, now: NOW });
    expect(codeOf(refused)).toBe('NO_FREE_NONCE');
    return (contextOf(refused) as { retryAfterSeconds: number }).retryAfterSeconds;
  };
  const unsigned = (agoMs: number) =>
    sentPayout({
      status: 'awaiting-signature',
      nonce: nonce('nonce 1'),
      createdAt: after(NOW, -agoMs),
    });
  const sent = sentPayout({ nonce: nonce('nonce 2'), createdAt: NOW });

  test('gives the seconds until a sent payout is finalized', () => {
    expect(secondsFor(unsigned(0), sent)).toBe(5);
  });

  test('gives the seconds until the first unsigned payout has expired and is withdrawn', () => {
    expect(secondsFor(unsigned(MINUTE_MS), unsigned(14 * MINUTE_MS))).toBe(90);
    expect(secondsFor(unsigned(16 * MINUTE_MS)), 'at least one').toBe(1);
    expect(secondsFor(unsigned(15 * MINUTE_MS + 29.5 * SECOND_MS)), 'rounded up').toBe(1);
  });

  test('reports no ready nonces while no nonce account exists', () => {
    const refused = noFreeNonce([], { ready: 0, now: NOW });
    expect(contextOf(refused)).toEqual({ ready: 0, retryAfterSeconds: 15 });
  });

  test('returns the longest wait if nonce accounts exist but their payouts are unknown', () => {
    expect(secondsFor()).toBe(900);
  });
});
