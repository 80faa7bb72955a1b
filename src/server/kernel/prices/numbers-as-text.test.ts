import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbersAsText } from './numbers-as-text.ts';

test('numbersAsText returns numbers as their literal text', () => {
  const json =
    '{"a":1.23e-7,"1.5":[-0.10,1E+30,"2","\\"3\\\\"],"b":{"c":90071992547409931.0}, "d":null}';
  expect(numbersAsText(json)).toEqual({
    a: '1.23e-7',
    '1.5': ['-0.10', '1E+30', '2', '"3\\'],
    b: { c: '90071992547409931.0' },
    d: null,
  });
});

test.each(['', '{"a":1', '<html>', '{a:1}', '{1:2}', '01', 'NaN', '{"a":.5}'])(
  'numbersAsText throws on %j',
  (text) => {
    expect(() => numbersAsText(text)).toThrow(SyntaxError);
  },
);

const withText = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
    typeof item === 'number' ? JSON.stringify(item) : item,
  );

test('numbersAsText leaves everything else unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(numbersAsText(JSON.stringify(value, null, 1))).toEqual(withText(value));
    }),
  );
});
