import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Instant, iso } from './time.ts';

/** Range of Date in milliseconds. */
const RANGE = { min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 };

test('formats every instant like Date.toISOString', () => {
  const at = fc.oneof(
    fc.integer(RANGE),
    fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 }),
    fc.constantFrom(0, -1, 1, 86_399_999, 86_400_000, -86_400_000, RANGE.min, RANGE.max),
  );
  fc.assert(
    fc.property(at, (ms) => {
      expect(iso(ms as Instant)).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 3_000 },
  );
});
