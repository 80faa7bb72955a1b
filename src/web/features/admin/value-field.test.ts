import { describe, expect, test } from 'vitest';

import { entryOf, problemOf, shownOf, wireOf } from './value-field.ts';

describe('a value that the owner enters', () => {
  test('percent goes out as a fraction, exactly', () => {
    expect(wireOf('percent', '1.5')).toBe('0.015000');
    expect(wireOf('percent', '0.0001')).toBe('0.000001');
    expect(wireOf('percent', '100')).toBe('1.000000');
    expect(entryOf('percent', '0.015000')).toBe('1.5');
    expect(shownOf('percent', '0.150000')).toBe('15.0%');
  });

  test('numbers go out as numbers while they are exact, prices as they were typed', () => {
    expect(wireOf('apy', '1000')).toBe(1000);
    expect(wireOf('lmt', '1000000')).toBe(1_000_000);
    expect(wireOf('lmt', '90000000000.12345678')).toBe('90000000000.12345678');
    expect(wireOf('usdc', '987.10')).toBe('987.10');
  });

  test.each([
    ['percent', '', 'malformed'],
    ['percent', '-1', 'malformed'],
    ['percent', '1e3', 'malformed'],
    ['percent', '1,5', 'malformed'],
    ['percent', 'NaN', 'malformed'],
    ['percent', '1.00001', 'decimals'],
    ['percent', '100.0001', 'over'],
    ['percent', '0', null],
    ['usdc', '0', 'zero'],
    ['usdc', '0.0000001', 'decimals'],
    ['lmt', '0.0', 'zero'],
    ['apy', '1000.001', 'decimals'],
    ['apy', '1000.01', null],
  ] as const)('%s %j: %s', (kind, text, problem) => {
    expect(problemOf(kind, text, null)).toBe(problem);
  });

  test('what is in force already is no change, however it is written', () => {
    expect(problemOf('percent', '1.50', '0.015000')).toBe('same');
    expect(problemOf('apy', '1000', '1000.00')).toBe('same');
    expect(problemOf('lmt', '1000000', '1000000.00000000')).toBe('same');
    expect(problemOf('lmt', '100000', '1000000.00000000')).toBe(null);
  });
});
