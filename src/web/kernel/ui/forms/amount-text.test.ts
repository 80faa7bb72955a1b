import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseDecimal } from '#domain/base/money';

import { afterEdit, isAmountText, toldAmount, wholeAmount } from './amount-text.ts';
import { typedAmount } from './typed-amount.ts';

/** Presses keys at the end of an empty field. */
function press(keys: string): string {
  let text = '';
  for (const key of keys) text = afterEdit(text + key, key);
  return text;
}

test.each(['', '1', '1.', '.5', '0.00000001', ' 1.5 '])('%j may become an amount', (text) => {
  expect(isAmountText(text)).toBe(true);
});

test.each(['-1', '1,5', '1e3', '1.2.3', 'x', '1 000'])('%j may not', (text) => {
  expect(isAmountText(text)).toBe(false);
});

test.each([
  ['', ''],
  ['.', ''],
  ['.5', '0.5'],
  ['1.', '1'],
  [' 1.5 ', '1.5'],
])('%j will be %j', (typed, whole) => {
  expect(wholeAmount(typed)).toBe(whole);
});

test('what has more digits than the unit that it is typed in is no amount of the field’s own', () => {
  const toOwn = (typed: string) => (parseDecimal(typed, 6) === null ? null : '0.00113824');
  expect(toldAmount('1.123456', 'USDC', toOwn)).toBe('0.00113824');
  expect(toldAmount('.', 'USDC', toOwn)).toBe('');
  const told = toldAmount('1.1234567', 'USDC', toOwn);
  expect(typedAmount('LMT', told)).toEqual({ kind: 'malformed' });
  expect(typedAmount('SOL', told)).toEqual({ kind: 'malformed' });
});

describe('what is typed', () => {
  test.each([
    ['1,5', '1.5'],
    [',5', '.5'],
    ['1,234', '1.234'],
    ['1,5,', '1.5,'],
    ['1.5,', '1.5,'],
    ['1,234.5', '1.234.5'],
    ['1 000', '1 000'],
    ['-1', '-1'],
    ['1e3', '1e3'],
  ])('the keys %j leave %j', (keys, left) => {
    expect(press(keys)).toBe(left);
  });

  test('a comma put between two digits is their point', () => {
    expect(afterEdit('1,5', ',')).toBe('1.5');
  });

  test('no key is dropped and none is added: a comma may become a point, nothing else changes', () => {
    const keys = fc
      .array(fc.constantFrom(..."0123456789.,- e'".split('')))
      .map((list) => list.join(''));
    fc.assert(
      fc.property(keys, (typed) => {
        const left = press(typed);
        expect(left.replaceAll(',', '.')).toBe(typed.replaceAll(',', '.'));
      }),
    );
  });
});

describe('what comes as a whole', () => {
  test.each([
    ['1,5', '1.5'],
    [' 1.5 ', '1.5'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1.000,50', '1000.50'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1.234.567,125', '1234567.125'],
    ['0,123', '0.123'],
    ['1234,567', '1234.567'],
    ['1,2345', '1.2345'],
    [',5', '.5'],
    ['1.234', '1.234'],
  ])('%j is %j', (pasted, left) => {
    expect(afterEdit(pasted, null)).toBe(left);
  });

  test.each(['1,234', '12,34,567.8', '1,23.4', '1.2.3', '1,2,3', '0,123,456', '1 000', '-5', '$5'])(
    '%j stays, and is no amount',
    (pasted) => {
      expect(afterEdit(pasted, null)).toBe(pasted);
      expect(isAmountText(pasted)).toBe(false);
    },
  );

  const amounts = fc.tuple(
    fc.bigInt({ min: 0n, max: 10n ** 15n }).map(String),
    fc.stringMatching(/^\d{0,9}$/),
  );
  const grouped = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark);

  test('an amount in English or German writing is that amount, or stays with an error', () => {
    fc.assert(
      fc.property(amounts, ([whole, fraction]) => {
        const plain = fraction === '' ? whole : `${whole}.${fraction}`;
        for (const [group, point] of [
          [',', '.'],
          ['.', ','],
        ] as const) {
          const written = grouped(whole, group) + (fraction === '' ? '' : point + fraction);
          const left = afterEdit(written, null);
          // One mark with three digits after it is the only writing with two meanings; the point is ours.
          const isTwofold = /^[1-9]\d{0,2}[.,]\d{3}$/.test(written);
          expect(left).toBe(isTwofold ? written : plain);
        }
      }),
    );
  });

  test('whatever is read has the digits of what came, in their order', () => {
    const texts = fc
      .array(fc.constantFrom(...'0123456789.,-'.split('')))
      .map((list) => list.join(''));
    fc.assert(
      fc.property(texts, (pasted) => {
        const digits = (text: string) => text.replaceAll(/\D/g, '');
        expect(digits(afterEdit(pasted, null))).toBe(digits(pasted));
      }),
    );
  });
});
