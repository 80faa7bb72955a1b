import { expect, test } from 'vitest';
import { CallBudget } from './call-budget.ts';

test('a call budget allows a burst and then the rate per minute, separately for each caller', () => {
  let nowMs = 0;
  const budget = new CallBudget({ perMinute: 60, burst: 10, monotonicMs: () => nowMs });
  budget.spend('a', 10);
  expect([budget.waitMs('a', 1), budget.waitMs('a', 5), budget.waitMs('b', 10)]).toEqual([
    1_000, 5_000, 0,
  ]);
  nowMs = 5_000;
  expect(budget.waitMs('a', 5)).toBe(0);
  budget.spend('a', 5);
  nowMs = 3_600_000;
  expect(budget.waitMs('a', 10)).toBe(0);
  budget.spend('a', 10);
  expect(budget.waitMs('a', 1)).toBe(1_000);
});
