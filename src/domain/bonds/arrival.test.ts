import { expect, test } from 'vitest';

import { T0 } from '#test/domain/builders';

import { decidedAt } from './arrival.ts';
import { FINALITY_SLOTS } from '../terms/terms.ts';

test('a payment is decided without its payer 60 s after its slot was finalized', () => {
  const waits = (confirmed: number | null): number => decidedAt(1_000, confirmed, T0) - T0;
  expect(waits(null)).toBe(60_000);
  expect(waits(1_000)).toBe(60_000);
  expect(waits(1_000 + FINALITY_SLOTS)).toBe(60_000);
  expect(waits(1_000 + FINALITY_SLOTS + 50)).toBe(40_000);
  expect(waits(1_000 + FINALITY_SLOTS + 200)).toBe(-20_000);
});
