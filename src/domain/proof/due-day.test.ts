import { expect, test } from 'vitest';
import { type Day, dayOf } from '#proof/files/day';
import { DAY_MS, instant } from '../base/time.ts';
import { dueDay, leavesKeptFrom } from './due-day.ts';

const at = (text: string) => instant(Date.parse(text));
const day = (text: string): Day => text as Day;

test('only today is due, once, from the first midnight on', () => {
  const made = at('2026-01-10T15:00:00Z');
  const due = (now: string, last: string | null) =>
    dueDay(at(now), last === null ? null : day(last), made);
  expect(due('2026-01-10T23:59:59.999Z', null)).toBeNull();
  expect(due('2026-01-11T00:00:00.000Z', null)).toBe('2026-01-11');
  expect(due('2026-01-11T18:00:00.000Z', null)).toBe('2026-01-11');
  expect(due('2026-01-11T18:00:00.000Z', '2026-01-11')).toBeNull();
  // A week later, the days between can no longer be made.
  expect(due('2026-01-18T00:00:01.000Z', '2026-01-11')).toBe('2026-01-18');
  expect(due('2026-01-17T23:00:00.000Z', '2026-01-18')).toBeNull();
  const midnight = at('2026-01-10T00:00:00Z');
  expect(dueDay(midnight, null, midnight)).toBe('2026-01-10');
});

test('leaves of 31 days are kept, today’s included', () => {
  const now = at('2026-02-10T12:00:00Z');
  expect(leavesKeptFrom(now)).toBe(dayOf(instant(now - 30 * DAY_MS)));
});
