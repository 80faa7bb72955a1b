import { expect, test } from 'vitest';

import { gapsBetween } from './missing-days.ts';

test('returns every range of days without a proof', () => {
  expect(gapsBetween([])).toEqual([]);
  expect(gapsBetween(['2026-03-01'])).toEqual([]);
  expect(gapsBetween(['2026-03-01', '2026-02-28', '2026-02-27'])).toEqual([]);
  expect(gapsBetween(['2026-03-02', '2026-02-28', '2026-02-20'])).toEqual([
    { first: '2026-03-01', last: '2026-03-01' },
    { first: '2026-02-21', last: '2026-02-27' },
  ]);
});
