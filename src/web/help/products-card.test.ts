import { expect, it } from 'vitest';

import { isPast } from './products-card.tsx';

it.each([
  ['Q3 2025', Date.UTC(2025, 9, 1) - 1, false],
  ['Q3 2025', Date.UTC(2025, 9, 1), true],
  ['Q4 2025', Date.UTC(2026, 0, 1), true],
  ['2026', Date.UTC(2026, 11, 31), false],
  ['2026', Date.UTC(2027, 0, 1), true],
  ['some day', Date.UTC(2100, 0, 1), false],
])('%s at %d: %s', (when, now, past) => {
  expect(isPast(when, now)).toBe(past);
});
