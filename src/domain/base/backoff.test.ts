import { expect, test } from 'vitest';
import { errorText, nextRetryAt } from './backoff.ts';
import { instant } from './time.ts';

test('doubles the retry delay from one minute up to one hour, and never gives up', () => {
  const minutes = (failures: number): number => nextRetryAt(failures, instant(0)) / 60_000;
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000].map(minutes)).toEqual([
    1, 1, 2, 4, 8, 16, 32, 60, 60, 60,
  ]);
});

test('formats an error as text of at most 300 characters', () => {
  expect(errorText(new Error('refused'))).toBe('Error: refused');
  expect(errorText('x'.repeat(1_000))).toHaveLength(300);
});
