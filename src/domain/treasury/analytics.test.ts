import { expect, test } from 'vitest';
import { type Counted, analyticsPoints, rangeStart } from './analytics.ts';
import { issuanceOf } from './issuance.ts';
import { DAY_MS, HOUR_MS, type Instant, instant } from '../base/time.ts';

const at = (text: string): Instant => instant(Date.parse(`2026-03-${text}Z`));
const BORN = at('01T15:30:00');
const NOW = at('05T10:20:30');

test('begins a range at a full hour or UTC day, and the full range at the first day', () => {
  expect(rangeStart('24h', BORN, NOW)).toBe(at('04T10:00:00'));
  expect(rangeStart('30d', BORN, NOW)).toBe(instant(at('05T00:00:00') - 30 * DAY_MS));
  expect(rangeStart('all', BORN, NOW)).toBe(at('01T00:00:00'));
});

test('analytics show only the last ten years', () => {
  const now = instant(BORN + 200 * 365 * DAY_MS);
  const from = rangeStart('all', BORN, now);
  const none: Counted = { usersBefore: 7, users: [], activity: [], issuance: [] };
  const points = analyticsPoints(none, { granularity: 'day', from }, now);
  expect(points).toHaveLength(3_660);
  expect(points.at(-1)).toMatchObject({ totalUsers: 7, newUsers: 0, issued: 0n, burned: 0n });
});

test('returns empty buckets as points, and sums users over them', () => {
  const [first, third] = [at('05T08:00:00'), at('05T10:00:00')];
  const counted: Counted = {
    usersBefore: 3,
    users: [
      { at: first, joined: 2, left: 0 },
      { at: third, joined: 1, left: 2 },
    ],
    activity: [{ at: third, bonds: 4, stakes: 2, sells: 1 }],
    issuance: [
      { at: first, kind: 'issuance', amount: -10n },
      { at: first, kind: 'fee.sell', amount: 1n },
      { at: third, kind: 'issuance', amount: 4n },
      { at: third, kind: 'rewards', amount: -3n },
    ],
  };
  const nothing = { bonds: 0, stakes: 0, sells: 0 };
  expect(analyticsPoints(counted, { granularity: 'hour', from: first }, NOW)).toEqual([
    { at: first, totalUsers: 5, newUsers: 2, issued: 10n, burned: 1n, ...nothing },
    {
      at: instant(first + HOUR_MS),
      totalUsers: 5,
      newUsers: 0,
      issued: 0n,
      burned: 0n,
      ...nothing,
    },
    {
      at: third,
      totalUsers: 4,
      newUsers: 1,
      issued: 3n,
      burned: 4n,
      bonds: 4,
      stakes: 2,
      sells: 1,
    },
  ]);
});

test('returns a bucket from its first instant on', () => {
  const none: Counted = { usersBefore: 0, users: [], activity: [], issuance: [] };
  const [from, now] = [at('05T09:00:00'), at('05T10:00:00')];
  const points = analyticsPoints(none, { granularity: 'hour', from }, now);
  expect(points.map((point) => point.at)).toEqual([from, now]);
});

test('counts what accounts gave as issued and what they received as burned; the difference is the supply', () => {
  const sums = [
    { kind: 'issuance', amount: -1_000n },
    { kind: 'rewards', amount: -50n },
    { kind: 'adjusted', amount: 30n },
    { kind: 'soldBurned', amount: 200n },
  ] as const;
  const { issued, burned } = issuanceOf(sums);
  expect([issued, burned, issued - burned]).toEqual([1_050n, 230n, 820n]);
});
