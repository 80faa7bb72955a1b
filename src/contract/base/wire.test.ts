import { describe, expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { ENDPOINTS, nameOf } from '#test/support/endpoints';
import type { AnyEndpoint } from '../api.ts';
import { PATHS } from './paths.ts';
import { REMINDER_PATHS } from '../reminders/reminder-paths.ts';
import {
  apyPercent,
  requestInstant,
  instantText,
  lmtAmount,
  rateFraction,
  solAmount,
  usdcAmount,
} from './wire.ts';

const ALL = { ...PATHS, ...REMINDER_PATHS };

describe('wire formats', () => {
  test.each<[string, z.ZodType, string[], string[]]>([
    [
      'LMT',
      lmtAmount,
      ['0.00000000', '90071992547.40993000'],
      ['0', '1.5', '.00000000', '-1.00000000'],
    ],
    ['SOL', solAmount, ['49.350000000'], ['49.35000000', '49.3500000000', '4.9e1', ' 1.000000000']],
    ['USDC', usdcAmount, ['9870.000000'], ['9,870.000000', '9870.0000000', '+1.000000', 'NaN']],
    ['a rate', rateFraction, ['0.015000'], ['0.015', '1.5%', '']],
    ['an APY', apyPercent, ['1000.00'], ['1000', '1000.000', '1e3']],
    [
      'an instant',
      instantText,
      ['2026-01-31T12:00:00.000Z'],
      [
        '2026-01-31T12:00:00Z',
        '2026-01-31T12:00:00.000+00:00',
        '2026-02-30T12:00:00.000Z',
        '1769860800000',
      ],
    ],
    [
      'an instant of a request',
      requestInstant,
      ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-01-31T12:00:00+01:00'],
      ['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'],
    ],
  ])('accept one form of %s', (_, schema, good, bad) => {
    expect(good.filter((text) => !schema.safeParse(text).success)).toEqual([]);
    expect(bad.filter((text) => schema.safeParse(text).success)).toEqual([]);
  });

  test.each(['a\n', '1.00000000\n'])('refuse a trailing line break: %j', (text) => {
    expect(lmtAmount.safeParse(text).success).toBe(false);
  });
});

describe('endpoints', () => {
  test('are listed once each', () => {
    const names = ENDPOINTS.map(nameOf);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(new Set(ENDPOINTS.map(({ path }) => path))).toEqual(new Set(Object.values(ALL)));
  });

  test('are all known to a typed client', () => {
    expectTypeOf<AnyEndpoint['path']>().toEqualTypeOf<(typeof ALL)[keyof typeof ALL]>();
  });

  test.each(ENDPOINTS.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'declare parameters, responses and errors consistently: %s',
    (_, { path, params, answers, errors = [], summary, method, body }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(params?.shape ?? {})).toEqual(inPath);
      expect(Object.keys(answers).every((status) => /^2\d\d$/.test(status))).toBe(true);
      expect(Object.keys(answers)).not.toEqual([]);
      expect(errors.every((status) => status >= 400 && status < 600)).toBe(true);
      expect(summary).not.toBe('');
      expect(method === 'GET' && body !== undefined).toBe(false);
    },
  );
});
