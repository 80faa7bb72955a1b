import { expect, test } from 'vitest';
import { dayOf, isDay } from './day.ts';

test('a day is a UTC date that exists', () => {
  expect(dayOf(Date.parse('2026-02-28T23:59:59.999Z'))).toBe('2026-02-28');
  expect(dayOf(Date.parse('2026-03-01T00:00:00.000Z'))).toBe('2026-03-01');
  expect(['2026-02-28', '2024-02-29'].map(isDay)).toEqual([true, true]);
  const wrong = [
    '2026-02-29',
    '2026-13-01',
    '2026-2-1',
    '',
    '2026-02-28T00:00',
    '0000-00-00',
    '2026',
    '2026-01',
    '+012026-01',
    '+012026-01-01',
  ];
  for (const each of wrong) expect(isDay(each), each).toBe(false);
});
