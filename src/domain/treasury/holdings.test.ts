import { describe, expect, test } from 'vitest';
import { PRICES, codeOf, contextOf, day, valueOf } from '#test/domain/builders';
import { type HoldingInput, type StoredHolding, enterHoldings, priced } from './holdings.ts';

const stored = (symbol: string, changes: Partial<StoredHolding> = {}): StoredHolding => ({
  symbol,
  name: symbol,
  logo: null,
  displayOrder: 1,
  decimals: 8,
  origin: 'owner',
  units: 7n,
  asOf: day(1),
  ...changes,
});
const sol = stored('SOL', { origin: 'chain', decimals: 9 });
const btc = stored('BTC');
const kfr = stored('KFR', { decimals: 6, asOf: null });
const enter = (...inputs: readonly (readonly [symbol: string, amount: string])[]) =>
  enterHoldings(
    [sol, btc, kfr],
    inputs.map(([symbol, amount]): HoldingInput => ({ symbol, amount })),
    day(2),
  );

test('adds the price to an asset and changes nothing else', () => {
  expect(priced(sol, PRICES.sol)).toEqual({ ...sol, price: PRICES.sol });
  expect(priced(btc, null)).toEqual({ ...btc, price: null });
});

describe('entered holdings', () => {
  test('take effect now, and are returned with the previous amounts', () => {
    expect(valueOf(enter(['BTC', '1.5']))).toEqual({
      before: [btc],
      after: [{ ...btc, units: 150_000_000n, asOf: day(2) }],
    });
    expect(valueOf(enter(['KFR', '0.000001'], ['BTC', '0']))).toEqual({
      before: [btc, kfr],
      after: [
        { ...kfr, units: 1n, asOf: day(2) },
        { ...btc, units: 0n, asOf: day(2) },
      ],
    });
    expect(valueOf(enter())).toEqual({ before: [], after: [] });
  });

  test('are refused with all malformed values first', () => {
    const refused = enter(['DOGE', '1'], ['BTC', '-1'], ['KFR', '0.0000001'], ['BTC', '1']);
    expect(codeOf(refused)).toBe('MALFORMED');
    expect(contextOf(refused)).toEqual({
      issues: [
        'BTC: must be a plain decimal with at most 8 decimals',
        'KFR: must be a plain decimal with at most 6 decimals',
        'BTC: twice',
      ],
    });
  });

  test.each([
    ['an unknown asset', ['DOGE', '1'], 'NOT_FOUND', { what: 'Holding DOGE' }],
    ['an asset read from the chain', ['SOL', '1'], 'HOLDING_FROM_CHAIN', { symbol: 'SOL' }],
    [
      'an amount above the maximum',
      ['BTC', '92233720368.54775808'],
      'AMOUNT_OUT_OF_RANGE',
      { token: 'BTC' },
    ],
  ] as const)('are all refused because of %s', (_, input, code, context) => {
    const refused = enter(['KFR', '1'], input);
    expect([codeOf(refused), contextOf(refused)]).toEqual([code, context]);
  });

  test('may be as large as the maximum', () => {
    const { after } = valueOf(enter(['BTC', '92233720368.54775807']));
    expect(after).toMatchObject([{ units: 2n ** 63n - 1n }]);
  });
});
