import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { T0, day } from '#test/domain/builders';

import { type History, entriesDuring, entryAt } from './history.ts';
import { reference } from './references.ts';
import { DEFAULT_SETTINGS } from '../terms/settings.ts';
import { settingsAt } from '../terms/terms.ts';
import { type Instant, after, elapsedMs, instant, iso, isoOrNull, laterOf } from './time.ts';

const at = (ms: number): Instant => instant(ms);
const history: History<string> = [
  { from: at(10), value: 'a' },
  { from: at(20), value: 'b' },
  { from: at(20), value: 'c' },
  { from: at(30), value: 'd' },
];

describe('a history', () => {
  test.each([
    [9, null],
    [10, 'a'],
    [19, 'a'],
    [20, 'c'],
    [29, 'c'],
    [30, 'd'],
    [99, 'd'],
  ])('at %d has the value %s', (ms, value) => {
    expect(entryAt(history, at(ms))?.value ?? null).toBe(value);
  });

  test.each([
    [0, 5, ''],
    [0, 10, 'a'],
    [12, 15, 'a'],
    [10, 20, 'abc'],
    [20, 29, 'c'],
    [25, 40, 'cd'],
    [40, 50, 'd'],
  ])('from %d to %d has the values %s', (start, end, values) => {
    const found = entriesDuring(history, at(start), at(end));
    expect(found.map(({ value }) => value).join('')).toBe(values);
  });

  test('finds the same entry as a linear search', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 20 });
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 50 }), (times, ms) => {
        const made = times
          .toSorted((a, b) => a - b)
          .map((from, value) => ({ from: at(from), value }));
        const walked = made.findLast(({ from }) => from <= ms) ?? null;
        expect(entryAt(made, at(ms))).toEqual(walked);
      }),
    );
  });

  test('of settings has the first entry before it starts, and the defaults if empty', () => {
    const first = { ...DEFAULT_SETTINGS, maxSupply: DEFAULT_SETTINGS.maxSupply };
    const terms = { settings: [{ from: day(1), value: first }], pauses: [] };
    expect(settingsAt(terms, T0)).toBe(first);
    expect(settingsAt({ settings: [], pauses: [] }, T0)).toBe(DEFAULT_SETTINGS);
  });
});

describe('instants', () => {
  test('are whole milliseconds', () => {
    expect(() => instant(0.5)).toThrow(RangeError);
    expect(() => instant(Number.NaN)).toThrow(RangeError);
    expect(() => after(T0, Number.POSITIVE_INFINITY)).toThrow('not an instant: Infinity');
  });

  test('are formatted as UTC with milliseconds', () => {
    expect(iso(instant(0))).toBe('1970-01-01T00:00:00.000Z');
    expect(iso(after(T0, 7))).toBe('2026-01-05T12:00:00.007Z');
    expect([isoOrNull(instant(0)), isoOrNull(null)]).toEqual(['1970-01-01T00:00:00.000Z', null]);
  });

  test('are compared by laterOf and elapsedMs', () => {
    expect([laterOf(at(1), at(2)), laterOf(at(2), at(1))]).toEqual([2, 2]);
    expect([elapsedMs(at(5), at(7)), elapsedMs(at(7), at(5)), elapsedMs(at(5), at(5))]).toEqual([
      2n,
      0n,
      0n,
    ]);
  });
});

describe('reference numbers', () => {
  test.each([
    ['bond', instant(Date.UTC(2026, 0, 31)), 42n, 'BOND-20260131-000042'],
    ['stake', instant(Date.UTC(2026, 0, 31, 23, 59, 59, 999)), 999_999n, 'STAKE-20260131-999999'],
    ['restake', instant(Date.UTC(2026, 1, 1)), 1_000_000n, 'RESTAKE-20260201-1000000'],
    ['withdraw', T0, 1n, 'WITHDRAW-20260105-000001'],
    ['sell', T0, 0n, 'SELL-20260105-000000'],
  ] as const)('of a %s at %d with number %d are formatted', (type, when, number, text) => {
    expect(reference(type, when, number)).toBe(text);
  });
});
