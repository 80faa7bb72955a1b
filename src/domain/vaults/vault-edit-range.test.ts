import { expect, test } from 'vitest';
import { day } from '#test/domain/builders';
import { after } from '../base/time.ts';
import { isWithinYear } from './vault-edit-range.ts';

test('accepts instants up to 365 days before and after now, not a millisecond more', () => {
  const now = day(400);
  expect([day(35), now, day(765)].map((at) => isWithinYear(at, now))).toEqual([true, true, true]);
  expect(isWithinYear(after(day(35), -1), now)).toBe(false);
  expect(isWithinYear(after(day(765), 1), now)).toBe(false);
});
