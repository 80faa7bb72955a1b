import { expect, test } from 'vitest';
import { groupThousands } from './group-thousands.ts';

test.each([
  ['0.000000', '0'],
  ['987.000000', '987'],
  ['1000.00', '1,000'],
  ['12345.600000', '12,345.6'],
  ['1234567', '1,234,567'],
  ['0.00010000', '0.0001'],
])('groups %s as %s', (decimal, text) => {
  expect(groupThousands(decimal)).toBe(text);
});
