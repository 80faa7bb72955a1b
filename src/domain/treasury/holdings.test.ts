import { describe, expect, test } from 'vitest';
import { PRICES, codeOf, contextOf, day, valueOf } from '#test/domain/builders';
import { type HoldingInput, type StoredHolding, enterHoldings, priced } from './holdings.ts';

const kept = (symbol: string, changes: Partial<StoredHolding> = {}): StoredHolding => ({
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
const sol = kept('SOL', { origin: 'chain', decimals: 9 });
const btc = kept('BTC');
const kfr = kept('KFR', { decimals: 6, asOf: null });
const enter = (...inputs: readonly (readonly [symbol: string, amount: string])[]) =>
  enterHoldings(
    [sol, btc, kfr],
    inputs.map(([symbol, amount]): HoldingInput => ({ symbol, amount })),
    day(2),
  );

test('an asset with its price is all that it was', () => {
  expect(priced(sol, PRICES.sol)).toEqual({ ...sol, price: PRICES.sol });
  expect(priced(btc, null)).toEqual({ ...btc, price: null });
});

describe('what the owner enters', () => {
  test('is held from now on, and what was held is told', () => {
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

  test('that is malformed is told first, and all of it', () => {
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
    ['an asset that is not kept', ['DOGE', '1'], 'NOT_FOUND', { what: 'Holding DOGE' }],
    ['what the chain says', ['SOL', '1'], 'HOLDING_FROM_CHAIN', { symbol: 'SOL' }],
    [
      'more than can be kept',
      ['BTC', '92233720368.54775808'],
      'AMOUNT_OUT_OF_RANGE',
      { token: 'BTC' },
    ],
  ] as const)('is refused whole where it is of %s', (_, input, code, context) => {
    const refused = enter(['KFR', '1'], input);
    expect([codeOf(refused), contextOf(refused)]).toEqual([code, context]);
  });

  test('may be as much as can be kept', () => {
    const { after } = valueOf(enter(['BTC', '92233720368.54775807']));
    expect(after).toMatchObject([{ units: 2n ** 63n - 1n }]);
  });
});
