import { expect, test } from 'vitest';

import { difference } from './difference.ts';

test.each([
  ['10.00000000', '9.50000000', '0.50000000'],
  ['9.50000000', '10.00000000', '0.50000000'],
  ['10.00000000', '10.01000000', null],
  ['10.00000000', '10.01000001', '0.01000001'],
  ['0.00000000', '-0.50000000', '0.50000000'],
])('%s against %s', (stored, made, by) => {
  expect(difference(stored, made)).toBe(by);
});
