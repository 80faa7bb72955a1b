import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, after, instant } from '#domain/base/time';
import { T0, day } from '#test/domain/builders';
import {
  type Deadline,
  plainText,
  formatDeadlines,
  formatDuration,
  formatInstant,
} from './format-text.ts';

test.each([
  [60 * SECOND_MS, '60 seconds'],
  [10 * MINUTE_MS, '10 minutes'],
  [DAY_MS, '24 hours'],
  [2 * DAY_MS, '48 hours'],
  [7 * DAY_MS, '7 days'],
])('%s ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('formats an instant to the minute', () => {
  expect(formatInstant(instant(Date.UTC(2026, 11, 31, 23, 59, 59)))).toBe('31 Dec 2026, 23:59 UTC');
});

test('formats blocks as lines', () => {
  const text = plainText([
    { kind: 'paragraph', text: 'First.' },
    { kind: 'list', ordered: true, items: ['One', 'Two'] },
    { kind: 'list', ordered: false, items: ['Three'] },
  ]);
  expect(text).toBe('First.\n\n1. One\n2. Two\n\n• Three');
});

describe('deadlines', () => {
  const due = (at: Deadline['at'], kind: Deadline['kind'] = 'bond'): Deadline => ({
    kind,
    what: 'It ends on',
    whenPast: 'It has ended.',
    at,
  });
  const say = (deadlines: readonly Deadline[]) => formatDeadlines(deadlines, ['bond'], T0);

  test.each([
    [after(T0, 1), 'It ends on 5 Jan 2026, 12:00 UTC, in 1 min.'],
    [after(T0, 59 * MINUTE_MS + 1), 'It ends on 5 Jan 2026, 12:59 UTC, in 1 h.'],
    [after(T0, 5 * HOUR_MS + 12 * MINUTE_MS), 'It ends on 5 Jan 2026, 17:12 UTC, in 5 h 12 min.'],
    [after(T0, 3 * DAY_MS + HOUR_MS), 'It ends on 8 Jan 2026, 13:00 UTC, in 3 d 1 h.'],
    [after(T0, 3 * DAY_MS + MINUTE_MS), 'It ends on 8 Jan 2026, 12:01 UTC, in 3 d.'],
    [T0, 'It has ended.'],
    [null, 'It has ended.'],
  ])('%s: %s', (at, text) => {
    expect(say([due(at)])).toBe(`For you: ${text}`);
  });

  test('are listed nearest first, three at most', () => {
    const text = say([due(day(3)), due(day(1)), due(null), due(day(4)), due(day(2))]);
    expect(text?.split('\n')).toEqual([
      'For you:',
      '• It has ended.',
      '• It ends on 6 Jan 2026, 12:00 UTC, in 1 d.',
      '• It ends on 7 Jan 2026, 12:00 UTC, in 2 d.',
      '• And 2 more, on your dashboard.',
    ]);
  });

  test('of other kinds are left out', () => {
    expect(say([due(day(1), 'vault')])).toBeNull();
    expect(say([])).toBeNull();
  });
});
