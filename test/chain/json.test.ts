import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseJson, stringifyJson } from '#server/kernel/rpc/json';

describe('lossless JSON', () => {
  test.each<[string, unknown]>([
    ['18446744073709551615', 18_446_744_073_709_551_615n],
    ['-9007199254740993', -9_007_199_254_740_993n],
    ['999999999999999', 999_999_999_999_999],
    ['1.5000000000000000', 1.5],
    ['1234567890123456.5', 1_234_567_890_123_456.5],
    ['1e20', 1e20],
    ['"18446744073709551615"', '18446744073709551615'],
    [String.raw`"\"18446744073709551615"`, '"18446744073709551615'],
    [String.raw`["\\",18446744073709551615]`, ['\\', 18_446_744_073_709_551_615n]],
    [
      '{"18446744073709551615":18446744073709551615}',
      {
        '18446744073709551615': 18_446_744_073_709_551_615n,
      },
    ],
  ])('parses %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  test('round-trips every JSON value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(stringifyJson(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('round-trips long integers anywhere', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 10n ** 15n, max: 2n ** 64n })),
        fc.string(),
        (list, s) => {
          expect(parseJson(stringifyJson({ list, s }))).toEqual({ list, s });
        },
      ),
    );
  });

  test.each([
    '',
    '{',
    '18446744073709551615 5',
    '"18446744073709551615',
    '01234567890123456',
    '{1234567890123456:1}',
  ])('refuses invalid JSON: %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  test('parses hostile text in linear time', () => {
    const text = `"${String.raw`\"`.repeat(1_000_000)}1234567890123456`;
    expect(() => parseJson(text)).toThrow(SyntaxError);
    expect(parseJson(`["${'x1234567890123456'.repeat(200_000)}"]`)).toHaveLength(1);
  });
});
