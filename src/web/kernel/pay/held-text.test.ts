import { expect, test } from 'vitest';

import { heldText } from './held-text.ts';

const NOW = Date.UTC(2026, 0, 1);

test('without a quote nothing is held', () => {
  expect(heldText(undefined, NOW)).toBeNull();
});

test.each([
  ['on a page whose clock is a second behind', 600_900, '10:00'],
  ['at first', 600_000, '10:00'],
  ['a while later', 580_500, '9:41'],
  ['in its last second', 400, '0:01'],
  ['when it is over', 0, null],
  ['after that', -5_000, null],
])('%s, with %d ms left, a quote of ten minutes holds for %s', (_when, leftMs, text) => {
  expect(heldText(new Date(NOW + leftMs).toISOString(), NOW)).toBe(text);
});
