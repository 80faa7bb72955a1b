import { expect, test } from 'vitest';

import { SOL, T0 } from '#test/domain/builders';

import { arrivedPayment, decidedAt } from './arrival.ts';
import { FINALITY_SLOTS } from '../terms/terms.ts';

test('decides a payment without its payer 60 s after its slot was finalized', () => {
  const waits = (confirmedSlot: number, slotMs = 400): number =>
    decidedAt(1_000, { confirmedSlot, slotMs }, T0) - T0;
  expect(decidedAt(1_000, null, T0) - T0).toBe(60_000);
  expect(waits(1_000)).toBe(60_000);
  expect(waits(1_000 + FINALITY_SLOTS)).toBe(60_000);
  expect(waits(1_000 + FINALITY_SLOTS + 50)).toBe(40_000);
  expect(waits(1_000 + FINALITY_SLOTS + 200)).toBe(-20_000);
  // Shorter slots: the same number takes less time.
  expect(waits(1_000 + FINALITY_SLOTS + 50, 200)).toBe(50_000);
});

test('an arrival is a final payment that names the reference of its quote', () => {
  const payment = {
    signature: 'sig-1',
    payer: 'wallet-1',
    token: 'SOL',
    amount: SOL('1'),
    blockTime: T0,
    slot: 7,
  } as const;
  const waiting = { decideAt: T0, failures: 2, error: 'no price' };
  const of = (reference: string | null) => arrivedPayment({ ...payment, ...waiting, reference });
  expect(of('key')).toEqual({ ...payment, finalized: true, keys: ['key'] });
  expect(of(null)).toEqual({ ...payment, finalized: true, keys: [] });
});
