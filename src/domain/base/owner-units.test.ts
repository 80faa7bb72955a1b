import { expect, test } from 'vitest';

import { instant } from './time.ts';
import { lmt } from './money.ts';
import { ownerItem } from './owner-item.ts';
import { ownerUnits } from './owner-units.ts';

const NOT_PLAIN = 'must be a plain decimal';

test.each<[unknown, bigint | string]>([
  ['12.5', 12_500_000n],
  ['-12.5', -12_500_000n],
  [0.02, 20_000n],
  [-3, -3_000_000n],
  ['1e3', NOT_PLAIN],
  ['$12', NOT_PLAIN],
  ['12 LMT', NOT_PLAIN],
  ['', NOT_PLAIN],
  [null, NOT_PLAIN],
  [Number.NaN, NOT_PLAIN],
  [0.1234567, 'must have at most 6 decimals'],
  ['0.1234567', 'must have at most 6 decimals'],
])('parses %s of the owner to units, or returns the issue', (value, units) => {
  expect(ownerUnits(value, 6)).toBe(units);
});

test('accepts numbers of at most fifteen digits, and text with more', () => {
  const tooMany = 'a number of more than 15 digits is not exact: send it as text';
  expect(ownerUnits(123_456_789.012345, 6)).toBe(123_456_789_012_345n);
  expect(ownerUnits(0.00123456789012345, 17)).toBe(123_456_789_012_345n);
  expect(ownerUnits(1_234_567_890_123_450, 0)).toBe(1_234_567_890_123_450n);
  expect(ownerUnits(1_234_567_890.123456, 6)).toBe(tooMany);
  expect(ownerUnits('1234567890.123456', 6)).toBe(1_234_567_890_123_456n);
});

test('builds the history line of an owner’s change, with the reason in the note', () => {
  const item = ownerItem({
    type: 'bond',
    userId: 'user',
    subject: 'subject',
    amount: lmt(5n),
    at: instant(7),
    reason: 'typing error',
  });
  expect(item).toEqual({
    type: 'bond',
    userId: 'user',
    subject: 'subject',
    at: 7,
    amount: 5n,
    token: 'LMT',
    fee: 0n,
    feeToken: 'LMT',
    status: 'completed',
    hash: null,
    note: 'Adjusted by the owner: typing error',
  });
  expect(
    ownerItem({
      type: 'bond',
      userId: 'user',
      subject: 'subject',
      amount: lmt(5n),
      at: instant(7),
      reason: null,
    }).note,
  ).toBe('Adjusted by the owner');
});
