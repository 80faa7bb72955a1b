import { expect, test } from 'vitest';

import { T0 } from '#test/domain/builders';

import { decidedAt } from './arrival.ts';
import { FINALITY_SLOTS } from '../terms/terms.ts';

test('a payment is decided without its payer 60 s after its slot was finalized', () => {
  const waits = (confirmedSlot: number, slotMs = 400): number =>
    decidedAt(1_000, { confirmedSlot, slotMs }, T0) - T0;
  expect(decidedAt(1_000, null, T0) - T0).toBe(60_000);
  expect(waits(1_000)).toBe(60_000);
  expect(waits(1_000 + FINALITY_SLOTS)).toBe(60_000);
  expect(waits(1_000 + FINALITY_SLOTS + 50)).toBe(40_000);
  expect(waits(1_000 + FINALITY_SLOTS + 200)).toBe(-20_000);
  // Slots have become shorter: as many are less time.
  expect(waits(1_000 + FINALITY_SLOTS + 50, 200)).toBe(50_000);
});
