import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyLmt, anyRate, units } from '#test/domain/arbitraries';
import { codeOf, valueOf } from '#test/domain/builders';

import { ok, refuse } from './result.ts';
import {
  DECIMALS,
  MAX_AMOUNT,
  type Token,
  add,
  checkMinimum,
  formatAmount,
  formatDecimal,
  lamports,
  lmt,
  max,
  min,
  mulDivDown,
  mulDivHalfUp,
  mulDivUp,
  parseAmount,
  parseDecimal,
  parseRequestAmount,
  rate,
  sub,
  sum,
  takeFee,
  usdc,
} from './money.ts';

const TOKENS: readonly Token[] = ['LMT', 'SOL', 'USDC'];
const anyToken = fc.constantFrom(...TOKENS);

describe('rounding', () => {
  test.each([
    [7n, 1n, 2n, 3n, 4n, 4n],
    [6n, 1n, 2n, 3n, 3n, 3n],
    [1n, 1n, 3n, 0n, 1n, 0n],
    [2n, 1n, 3n, 0n, 1n, 1n],
    [0n, 5n, 3n, 0n, 0n, 0n],
  ])('%d × %d / %d is %d down, %d up, %d to the nearest', (a, b, c, down, up, half) => {
    expect([mulDivDown(a, b, c), mulDivUp(a, b, c), mulDivHalfUp(a, b, c)]).toEqual([
      down,
      up,
      half,
    ]);
  });

  test('down and up enclose the exact result, and half up is the nearer one', () => {
    fc.assert(
      fc.property(units(), units(), fc.bigInt(1n, 10n ** 14n), (a, b, c) => {
        const [down, up, half] = [mulDivDown(a, b, c), mulDivUp(a, b, c), mulDivHalfUp(a, b, c)];
        expect(down * c <= a * b && a * b <= up * c && up - down <= 1n).toBe(true);
        expect(half === (2n * (a * b - down * c) >= c ? up : down)).toBe(true);
      }),
    );
  });
});

test('refuses an amount below a minimum, with the minimum in the context', () => {
  expect(checkMinimum('LMT', lmt(10_000n), lmt(10_000n))).toEqual(ok(null));
  const refused = refuse('BELOW_MINIMUM', { token: 'LMT', minimum: '0.00010000' });
  expect(checkMinimum('LMT', lmt(9_999n), lmt(10_000n))).toEqual(refused);
});

describe('takeFee', () => {
  test.each([
    ['the restake of the worked example', 417_123_287n, 15_000n, 6_256_850n],
    ['the automatic restake of the worked example', 78_796_302n, 15_000n, 1_181_945n],
    ['the sell of the worked example', 271_506_849n, 150_000n, 40_726_028n],
    ['nothing', 0n, 150_000n, 0n],
    ['an amount at rate 0', 5n, 0n, 0n],
    ['an amount at rate 100%', 5n, 1_000_000n, 5n],
    ['one unit at the lowest rate: rounded up to one unit', 1n, 1n, 1n],
  ])('charges %s', (_, gross, feeRate, fee) => {
    expect(takeFee(lmt(gross), rate(feeRate))).toEqual({ fee, net: gross - fee });
  });

  test('fee + net = gross, and the fee exceeds its exact value by less than a unit', () => {
    fc.assert(
      fc.property(anyLmt, anyRate, (gross, feeRate) => {
        const { fee, net } = takeFee(gross, feeRate);
        expect(fee + net).toBe(gross);
        expect(fee >= 0n && net >= 0n).toBe(true);
        const over = fee * 1_000_000n - gross * feeRate;
        expect(over >= 0n && over < 1_000_000n).toBe(true);
      }),
    );
  });

  test('splitting an amount never saves a fee', () => {
    fc.assert(
      fc.property(anyLmt, anyLmt, anyRate, (a, b, feeRate) => {
        const apart = takeFee(a, feeRate).net + takeFee(b, feeRate).net;
        expect(apart <= takeFee(add(a, b), feeRate).net).toBe(true);
      }),
    );
  });
});

describe('decimals', () => {
  test.each([
    ['LMT', 1_234_567_800n, '12.34567800'],
    ['SOL', 49_350_000_000n, '49.350000000'],
    ['USDC', 9_870_000_000n, '9870.000000'],
    ['LMT', 0n, '0.00000000'],
    ['SOL', 1n, '0.000000001'],
    ['LMT', -5n, '-0.00000005'],
  ] as const)('%s %d is formatted as %s', (token, amount, text) => {
    expect(formatDecimal(amount, DECIMALS[token])).toBe(text);
  });

  test('have no point if there are no fraction digits', () => {
    expect(formatDecimal(42n, 0)).toBe('42');
    expect(formatDecimal(-42n, 0)).toBe('-42');
  });

  test('parse back to the amount that was formatted', () => {
    fc.assert(
      fc.property(anyToken, fc.bigInt(0n, MAX_AMOUNT), (token, amount) => {
        expect(parseAmount(token, formatDecimal(amount, DECIMALS[token]))).toBe(amount);
      }),
    );
  });

  test('format back to the parsed figure with all decimals of the token', () => {
    const digits = fc.stringMatching(/^\d{1,9}$/);
    fc.assert(
      fc.property(anyToken, digits, fc.stringMatching(/^\d{0,6}$/), (token, whole, fraction) => {
        const amount = parseAmount(token, fraction === '' ? whole : `${whole}.${fraction}`);
        const text = amount === null ? null : formatAmount(token, amount);
        const plain = whole.replace(/^0+(?=\d)/, '');
        expect(text).toBe(`${plain}.${fraction.padEnd(DECIMALS[token], '0')}`);
      }),
    );
  });

  test('with more digits than the token are rejected', () => {
    expect(parseAmount('SOL', '0.123456789')).toBe(123_456_789n);
    expect(parseAmount('LMT', '0.123456789')).toBeNull();
    expect(parseAmount('USDC', '0.1234567')).toBeNull();
    expect(parseAmount('LMT', '92233720368.54775807')).toBe(MAX_AMOUNT);
    expect(parseAmount('LMT', '92233720368.54775808')).toBeNull();
    expect(parseDecimal('1.50', 1)).toBeNull();
  });
});

describe('parseRequestAmount', () => {
  test.each([
    ['LMT', '12.5', 1_250_000_000n],
    ['LMT', '0', 0n],
    ['LMT', '0.00000001', 1n],
    ['SOL', '49.35', 49_350_000_000n],
    ['SOL', '0.12345678', 123_456_780n],
    ['USDC', '1.50000000', 1_500_000n],
    ['USDC', '9870', 9_870_000_000n],
    ['LMT', '007.10', 710_000_000n],
    ['LMT', '92233720368.54775807', MAX_AMOUNT],
  ] as const)('parses %s %s', (token, text, amount) => {
    expect(valueOf(parseRequestAmount(token, text))).toBe(amount);
  });

  test.each([
    ['LMT', '1.123456789', 'AMOUNT_TOO_PRECISE'],
    ['SOL', '1.123456789', 'AMOUNT_TOO_PRECISE'],
    ['LMT', '1.000000000', 'AMOUNT_TOO_PRECISE'],
    ['USDC', '1.0000001', 'AMOUNT_TOO_PRECISE'],
    ['USDC', '1.00000010', 'AMOUNT_TOO_PRECISE'],
    ['LMT', '92233720368.54775808', 'AMOUNT_OUT_OF_RANGE'],
    ['SOL', '9223372036.85477581', 'AMOUNT_OUT_OF_RANGE'],
    ['LMT', '9'.repeat(40), 'AMOUNT_OUT_OF_RANGE'],
  ] as const)('refuses %s %s as %s', (token, text, code) => {
    expect(parseRequestAmount(token, text)).toEqual(refuse(code, { token }));
  });

  const MALFORMED = [
    '',
    ' ',
    '.',
    '1.',
    '.5',
    '+1',
    '-1',
    '-0',
    '1e3',
    '1E3',
    '0x10',
    '1,5',
    '1,000',
    '1_000',
    '1 000',
    ' 1',
    '1 ',
    '1\n',
    '\t1',
    'NaN',
    'Infinity',
    '-Infinity',
    '1.2.3',
    '1..2',
    '1n',
    '١٢',
    '１２',
    '1．5',
    '½',
    '²',
    '1\u00a0',
    '1\u200b',
    'null',
    'undefined',
    'true',
    '[1]',
    '9'.repeat(41),
    `1.${'0'.repeat(41)}`,
    '1e-7',
    '0b1',
    '0o7',
    '∞',
    '−1',
    '1٫5',
  ];
  test.each(MALFORMED)('refuses %j as malformed', (text) => {
    for (const token of TOKENS) {
      expect(parseRequestAmount(token, text)).toEqual(refuse('AMOUNT_MALFORMED', { token }));
      expect(parseAmount(token, text)).toBeNull();
    }
  });

  test('refuses everything except digits with at most one point between them', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom('1', '0', '.', '１', '٢', '²', '½', '−', '．', '٫'),
        maxLength: 6,
      }),
      fc.string({ unit: fc.constantFrom(...'0123456789.,-+eE _'.split('')), maxLength: 8 }),
    );
    const DIGITS = new Set('0123456789'.split(''));
    const isPlain = (text: string): boolean => {
      const parts = text.split('.');
      return (
        parts.length <= 2 && parts.every((p) => p !== '' && p.split('').every((c) => DIGITS.has(c)))
      );
    };
    fc.assert(
      fc.property(anyToken, noise, (token, text) => {
        const malformed = codeOf(parseRequestAmount(token, text)) === 'AMOUNT_MALFORMED';
        expect(malformed).toBe(!isPlain(text));
        if (malformed) expect(parseAmount(token, text)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  test('returns exactly the written amount', () => {
    const whole = fc.bigInt(0n, 10n ** 9n);
    const fraction = fc.bigInt(0n, 10n ** 6n - 1n);
    fc.assert(
      fc.property(anyToken, whole, fraction, (token, w, f) => {
        const scale = 10n ** BigInt(DECIMALS[token]);
        const text = `${w}.${f.toString().padStart(6, '0')}`;
        expect(valueOf(parseRequestAmount(token, text))).toBe(w * scale + (f * scale) / 10n ** 6n);
      }),
    );
  });
});

test('adds, subtracts and compares amounts', () => {
  expect(sum([lmt(1n), lmt(2n), lmt(3n)])).toBe(6n);
  expect(sum([])).toBe(0n);
  expect(sub(usdc(5n), usdc(3n))).toBe(2n);
  expect([min(lamports(1n), lamports(2n)), max(lamports(1n), lamports(2n))]).toEqual([1n, 2n]);
});
