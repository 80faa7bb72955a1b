import { expect, test } from 'vitest';
import { clockText, dateText, dayText, exactText, secondText, yearlessText } from './date-text.ts';

/** In the zone of the machine that runs this. */
const MORNING = new Date(2026, 8, 8, 0, 2, 5);

test('says a date as British English does, in the zone of the reader', () => {
  expect(clockText(MORNING)).toBe('00:02');
  expect(secondText(MORNING.getTime())).toBe('00:02:05');
  expect(dayText(MORNING.toISOString())).toBe('8 Sept');
  expect(dateText(MORNING)).toBe('8 Sept 2026, 00:02');
  expect(yearlessText(MORNING)).toBe('Tue 8 Sept, 00:02');
  expect(exactText(MORNING)).toMatch(/^Tuesday,? 8 September 2026 at 00:02:05 \S+$/);
});

test('names each month and each day of a week as Intl does', () => {
  const intl = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  for (let month = 0; month < 12; month += 1) {
    const at = new Date(2026, month, month + 1, 12 + month, month);
    expect(yearlessText(at)).toBe(intl.format(at).replace(/^(\w+),/, '$1'));
  }
});
