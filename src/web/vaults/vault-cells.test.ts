import { expect, test } from 'vitest';

import { CELLS, cellFill, cellsElapsed } from './vault-cells.ts';

const DAY = 86_400_000;
const vesting = {
  vestingStart: 0,
  vestingEnd: DAY,
  vaultStart: null,
  vaultEnd: null,
  windowEnd: null,
};
/** Activated half a day late. */
const active = { ...vesting, vaultStart: 1.5 * DAY, vaultEnd: 8.5 * DAY, windowEnd: 9.5 * DAY };

test.each([
  ['at the stake', vesting, 0, 0],
  ['half vested', vesting, 0.5 * DAY, 0.5],
  ['vested but not activated', vesting, 5 * DAY, 1],
  ['activated', active, 1.5 * DAY, 1],
  ['half way', active, 5 * DAY, 4.5],
  ['matured', active, 8.5 * DAY, 8],
  ['in the window', active, 9 * DAY, 8.5],
  ['after it', active, 20 * DAY, CELLS],
])('%s', (_name, times, now, cells) => {
  expect(cellsElapsed(times, now)).toBeCloseTo(cells, 9);
});

test('cells fill one after the other', () => {
  expect([1, 2, 3].map((index) => cellFill(2.4, index))).toEqual([1, expect.closeTo(0.4), 0]);
});
