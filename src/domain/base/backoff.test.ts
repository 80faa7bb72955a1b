import { expect, test } from 'vitest';
import { errorText, nextRetryAt } from './backoff.ts';
import { instant } from './time.ts';

test('what fails again and again is tried less and less often, and never given up', () => {
  const minutes = (failures: number): number => nextRetryAt(failures, instant(0)) / 60_000;
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000].map(minutes)).toEqual([
    1, 1, 2, 4, 8, 16, 32, 60, 60, 60,
  ]);
});

test('of an error its words are kept, not all of them', () => {
  expect(errorText(new Error('refused'))).toBe('Error: refused');
  expect(errorText('x'.repeat(1_000))).toHaveLength(300);
});
