import { expect, test } from 'vitest';
import { codeOf, contextOf, valueOf } from '#test/domain/builders';
import { type WhatIfInput, readWhatIf } from './what-if.ts';

test('omits assumptions that were not sent', () => {
  expect(valueOf(readWhatIf({}))).toStrictEqual({});
  expect(valueOf(readWhatIf({ sellersPercent: '50' }))).toStrictEqual({ sellersPercent: 50n });
  expect(valueOf(readWhatIf({ solPrice: '123.45678901' }))).toStrictEqual({
    solPrice: 123_456789010000n,
  });
  expect(valueOf(readWhatIf({ apy: '12.34' }))).toStrictEqual({ apy: 1_234n });
  expect(valueOf(readWhatIf({ sellersPercent: '1', solPrice: '2', apy: '3' }))).toStrictEqual({
    sellersPercent: 1n,
    solPrice: 2_000000000000n,
    apy: 300n,
  });
});

test.each<[keyof WhatIfInput, string, readonly string[], readonly string[]]>([
  ['sellersPercent', 'from 0 to 100', ['0', '100'], ['-1', '101']],
  [
    'solPrice',
    'above 0 and at most 5000000',
    ['0.00000001', '5000000'],
    ['0', '-1', '5000000.00000001'],
  ],
  ['apy', 'from 0 to 1000000', ['0', '1000000'], ['-0.01', '1000000.01']],
])('the assumption %s must be %s', (name, allowed, inside, outside) => {
  for (const text of inside) expect(codeOf(readWhatIf({ [name]: text })), text).toBe('ok');
  for (const text of outside) {
    const refused = readWhatIf({ [name]: text });
    expect(codeOf(refused), text).toBe('SETTING_OUT_OF_RANGE');
    expect(contextOf(refused)).toEqual({ name, allowed });
  }
});

test('refuses all malformed assumptions before those out of range', () => {
  const refused = readWhatIf({ sellersPercent: '0.5', solPrice: '0', apy: '1e3' });
  expect(codeOf(refused)).toBe('MALFORMED');
  expect(contextOf(refused)).toEqual({
    issues: [
      'query.sellersPercent: must have at most 0 decimals',
      'query.apy: must be a plain decimal',
    ],
  });
});
