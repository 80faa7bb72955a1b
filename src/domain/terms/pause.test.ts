import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyTerms, knownAt } from '#test/domain/arbitraries';
import { T0, day } from '#test/domain/builders';

import {
  type Pause,
  type PauseSwitch,
  checkPaused,
  pauseAt,
  pausesOf,
  switchPause,
  windowEnd,
} from './pause.ts';
import { HOUR_MS, type Instant, after } from '../base/time.ts';

const hour = (hours: number): Instant => after(T0, hours * HOUR_MS);
const pause = (from: number, to: number | null): Pause => ({
  from: hour(from),
  to: to === null ? null : hour(to),
});

describe('windowEnd of a window from hour 100 to hour 124', () => {
  test.each<[string, Pause[], number | null]>([
    ['without a pause', [], 124],
    ['after a pause that ends before it opens', [pause(80, 90)], 124],
    ['after a pause that ends as it opens', [pause(90, 100)], 124],
    ['after a pause that ends an hour after it opens: 24 hours from there', [pause(90, 101)], 125],
    ['with a pause around all of it: 24 hours from its end', [pause(99, 200)], 224],
    ['with a pause from its opening', [pause(100, 103)], 127],
    ['with a pause inside', [pause(110, 115)], 129],
    ['with a pause inside, longer than the window', [pause(110, 300)], 314],
    ['with a pause begun in its last hour', [pause(123, 150)], 151],
    ['with a pause begun as it closes: not extended', [pause(124, 150)], 124],
    ['with a pause begun after it closed', [pause(130, 150)], 124],
    ['with two pauses inside', [pause(105, 106), pause(110, 112)], 127],
    [
      'with a second pause in the extension by the first',
      [pause(123, 130), pause(130.5, 140)],
      140.5,
    ],
    ['with a second pause as the extended window closes', [pause(123, 130), pause(131, 140)], 131],
    ['with one pause before and one inside', [pause(1, 2), pause(110, 111)], 125],
    ['with an open pause inside', [pause(110, null)], null],
    ['with an open pause since before', [pause(90, null)], null],
    ['with an open pause since it closed', [pause(124, null)], 124],
    ['with an open pause in the extension', [pause(110, 120), pause(130, null)], null],
    ['with two pauses without a gap', [pause(110, 111), pause(111, 113)], 127],
  ])('has the right end %s', (_, pauses, end) => {
    expect(windowEnd(hour(100), hour(124), pauses)).toBe(end === null ? null : hour(end));
  });

  test('is exact to the millisecond', () => {
    const last = { from: after(hour(124), -1), to: hour(200) };
    expect(windowEnd(hour(100), hour(124), [last])).toBe(after(hour(200), 1));
    const first = { from: hour(90), to: after(hour(100), 1) };
    expect(windowEnd(hour(100), hour(124), [first])).toBe(after(hour(124), 1));
  });
});

test('a window is always open for 24 hours outside pauses', () => {
  fc.assert(
    fc.property(anyTerms(30), fc.integer({ min: 0, max: 30 * 24 }), ({ pauses }, opens) => {
      const [start, closes] = [hour(opens), hour(opens + 24)];
      const end = windowEnd(start, closes, pauses);
      if (end === null) return;
      const paused = pauses.reduce((total, { from, to }) => {
        const [a, b] = [Math.max(from, start), Math.min(to ?? end, end)];
        return total + Math.max(0, b - a);
      }, 0);
      expect(end - start - paused).toBe(24 * HOUR_MS);
    }),
  );
});

test('later pauses never move a window’s end that has passed', () => {
  fc.assert(
    fc.property(anyTerms(30), fc.integer({ min: 0, max: 30 }), (terms, n) => {
      const end = windowEnd(day(n), day(n + 1), terms.pauses);
      if (end === null) return;
      expect(windowEnd(day(n), day(n + 1), knownAt(terms, end).pauses)).toBe(end);
    }),
  );
});

test('a pause covers its start and not its end', () => {
  const covered = (at: Instant): boolean => pauseAt([pause(1, 2)], at) !== null;
  expect([after(hour(1), -1), hour(1), after(hour(2), -1), hour(2)].map(covered)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(pauseAt([pause(1, 2), pause(5, null)], day(900))).toEqual(pause(5, null));
});

test('an open pause that clock skew dated later already applies', () => {
  const pauses = [pause(1, 2), pause(5, null)];
  expect(checkPaused(pauses, hour(4))).toMatchObject({ ok: false, refusal: { code: 'PAUSED' } });
  expect(switchPause(pauses, false, hour(4))).toEqual({ at: hour(5), paused: false });
  expect(checkPaused([pause(1, 2), pause(5, 6)], hour(4)).ok).toBe(true);
});

test('builds pauses from switches, ignoring those that change nothing', () => {
  const switched = (at: number, paused: boolean): PauseSwitch => ({ at: hour(at), paused });
  const switches = [
    switched(1, false),
    switched(2, true),
    switched(3, true),
    switched(4, false),
    switched(5, false),
    switched(6, true),
  ];
  expect(pausesOf(switches)).toEqual([pause(2, 4), pause(6, null)]);
});

describe('switchPause', () => {
  test('switches now, and returns null if nothing changes', () => {
    expect(switchPause([], true, hour(1))).toEqual({ at: hour(1), paused: true });
    expect(switchPause([], false, hour(1))).toBeNull();
    expect(switchPause([pause(1, null)], true, hour(2))).toBeNull();
    expect(switchPause([pause(1, null)], false, hour(2))).toEqual({ at: hour(2), paused: false });
    expect(switchPause([pause(1, 2)], false, hour(3))).toBeNull();
  });

  test('dates no switch before the last one, even if the clock went back', () => {
    expect(switchPause([pause(5, null)], false, hour(4))?.at).toBe(hour(5));
    expect(switchPause([pause(5, 6)], true, hour(4))?.at).toBe(hour(6));
  });
});
