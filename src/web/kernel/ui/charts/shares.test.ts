import { expect, test } from 'vitest';

import { sharesOf } from './shares.ts';

test('parts of the sum, in hundredths of a percent', () => {
  expect(sharesOf(['1', '3'])).toEqual([2500, 7500]);
  expect(sharesOf(['0.00000001', '0.00000002'])).toEqual([3333, 6666]);
});

test('nothing of nothing is nothing', () => {
  expect(sharesOf(['0', '0.00'])).toEqual([0, 0]);
  expect(sharesOf([])).toEqual([]);
});

test('what is no number counts as nothing', () => {
  expect(sharesOf(['NaN', '5'])).toEqual([0, 10_000]);
});
