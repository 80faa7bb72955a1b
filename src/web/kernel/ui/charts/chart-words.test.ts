import { expect, test } from 'vitest';

import { LMT_WORDS, USD_WORDS } from './chart-words.ts';

test('a worth is told to the nearest cent, as the figure beside the chart; an amount is cut', () => {
  expect(USD_WORDS.exact('1999.999998')).toBe('$2,000.00');
  expect(LMT_WORDS.exact('1.99999999')).toBe('1.9999 LMT');
});
