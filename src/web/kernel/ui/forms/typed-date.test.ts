import { describe, expect, test } from 'vitest';

import { shownDate, typedDate } from './typed-date.ts';

describe('a day', () => {
  test.each(['2026-12-07', '7 Dec 2026', ' 07  december 2026 ', '7.12.2026'])(
    'is read: %s',
    (text) => {
      expect(typedDate(text, 'day')).toBe('2026-12-07');
    },
  );

  test.each([
    '7/12/2026',
    '12/7/26',
    '30 Feb 2026',
    '7 De 2026',
    '7 Decem',
    '2026-13-01',
    'today',
    '7 Dec 2026, 19:52',
  ])('is not guessed: %s', (text) => {
    expect(typedDate(text, 'day')).toBeNull();
  });

  test('that is not typed is none', () => {
    expect(typedDate('  ', 'day')).toBe('');
  });
});

describe('a day and a time', () => {
  test.each(['7 Dec 2026, 19:52', '2026-12-07 19:52', '2026-12-07T19:52', '7.12.2026 19:52:00'])(
    'are read: %s',
    (text) => {
      expect(typedDate(text, 'time')).toBe('2026-12-07T19:52:00');
    },
  );

  test.each(['7 Dec 2026', '7 Dec 2026, 24:10', '7 Dec 2026, 7:5', '7 Dec 2026, 7:52 PM'])(
    'are not guessed: %s',
    (text) => {
      expect(typedDate(text, 'time')).toBeNull();
    },
  );
});

test.each(['2026-12-07', '2026-12-07T09:05:00', '2026-12-07T09:05:10'])(
  'what is shown of %s is read as the same',
  (date) => {
    expect(typedDate(shownDate(date), date.includes('T') ? 'time' : 'day')).toBe(date);
  },
);

test('it is shown as other dates are', () => {
  expect(shownDate('2026-12-07')).toBe('7 Dec 2026');
  expect(shownDate('2026-12-07T09:05:00')).toBe('7 Dec 2026, 09:05');
  expect(shownDate('2026-12-07T09:05:10')).toBe('7 Dec 2026, 09:05:10');
  expect(shownDate('')).toBe('');
});
