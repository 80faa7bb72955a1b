import { describe, expect, test } from 'vitest';

import {
  axisOf,
  barPaths,
  barScale,
  chartScale,
  linePath,
  nearestIndex,
  roundTicks,
} from './chart-scale.ts';

test.each([
  [0, 7_500, [0, 2_500, 5_000, 7_500]],
  [0, 2.42, [0, 1, 2, 3]],
  [987, 1_016.83, [980, 990, 1_000, 1_010, 1_020]],
])('from %d to %d the lines are %j', (low, high, ticks) => {
  expect(roundTicks(low, high)).toEqual(ticks);
});

describe('a line', () => {
  const times = [0, 10, 20, 40];
  const scale = chartScale(times, [0, 100], true);

  test('goes from point to point, by time', () => {
    expect(linePath({ times, values: [0, 50, 100, 0] }, scale, false)).toMatch(
      /^M0 100h0L25 [\d.]+L50 [\d.]+L100 100$/,
    );
  });

  test('goes in steps: a value holds until the next', () => {
    expect(linePath({ times, values: [0, 0, 0, 0] }, scale, true)).toBe(
      'M0 100h0H25V100H50V100H100V100',
    );
  });

  test('has a gap where a value is missing, and a dot where one stands alone', () => {
    expect(linePath({ times, values: [0, null, 0, 0] }, scale, false)).toBe(
      'M0 100h0M50 100h0L100 100',
    );
  });

  test('finds the point that a finger is nearest to', () => {
    expect([0, 0.2, 0.7, 1].map((part) => nearestIndex(times, scale, part))).toEqual([0, 1, 2, 3]);
  });
});

test.each([
  [[987, 987], false, [900, 950, 1_000, 1_050]],
  [[0, 0], true, [0, 0.5, 1]],
  [[], false, [0, 0.5, 1]],
])('what never changes, %j, has lines around it', (values, fromZero, ticks) => {
  expect(chartScale([0, 1], values, fromZero).ticks).toEqual(ticks);
});

test('one point stands at the right end', () => {
  const scale = chartScale([5], [987], false);
  expect(scale.x(5)).toBe(1);
  expect(scale.y(987)).toBeGreaterThan(0);
  expect(scale.y(987)).toBeLessThan(1);
});

describe('bars against a line', () => {
  test.each([
    [
      'near the bars it is drawn to scale',
      [400, 100],
      [500, 450],
      { highest: 500, lineAbove: null },
    ],
    [
      'far above it is told, not drawn lower',
      [400],
      [7_857, 7_457],
      { highest: 400, lineAbove: 7_457 },
    ],
    ['without bars it is all there is', [0, 0], [7_857], { highest: 7_857, lineAbove: null }],
    ['unknown', [400], [], { highest: 400, lineAbove: null }],
  ])('%s', (_, bars, line, scale) => {
    expect(barScale(bars, line)).toEqual(scale);
  });
});

describe('an axis of time', () => {
  test('goes over its points, and over what it shares with others', () => {
    expect(axisOf([10, 20, 40], { isBars: false })).toEqual([10, 40]);
    expect(axisOf([10, 20, 40], { span: [0, 30], isBars: false })).toEqual([0, 40]);
  });

  test('has room for half a bar at both ends', () => {
    expect(axisOf([10, 20, 40], { isBars: true })).toEqual([5, 45]);
    expect(axisOf([10], { isBars: true })).toEqual([9.5, 10.5]);
  });
});

test('bars stand on one another, each over its own time; of nothing there is none', () => {
  const times = [0, 10];
  const scale = chartScale(axisOf(times, { isBars: true }), [4], true);
  expect(scale.ticks.at(-1)).toBe(4);
  expect(
    barPaths(
      times,
      [
        [1, null],
        [3, 2],
      ],
      scale,
    ),
  ).toEqual(['M7.5 75h35V100h-35z', 'M7.5 0h35V75h-35zM57.5 50h35V100h-35z']);
});
