import { describe, expect, test } from 'vitest';
import { SOL, codeOf, contextOf, valueOf } from '#test/domain/builders';
import { type LmtPrice, type Lamports, lamports, lmtPrice } from '../base/money.ts';
import { enterPrices } from './entered-prices.ts';

const NO_PRICES = { lmt: null, lmtInSol: null };

describe('prices entered by the owner', () => {
  const before = lmtPrice(987_000_000n);

  test('derive the SOL price from LMT in SOL, at the new LMT price if one is entered', () => {
    expect(valueOf(enterPrices(before, { lmt: null, lmtInSol: SOL('4.935') }))).toEqual({
      lmt: null,
      sol: 200_000000000000n,
    });
    const both = { lmt: lmtPrice(1_000_000_000n), lmtInSol: SOL('4') };
    expect(valueOf(enterPrices(before, both))).toEqual({ lmt: both.lmt, sol: 250_000000000000n });
    expect(valueOf(enterPrices(before, NO_PRICES))).toEqual({ lmt: null, sol: null });
  });

  test.each([
    ['LMT price of 0', { lmt: lmtPrice(0n), lmtInSol: null }, 'lmtPriceUSDC'],
    ['negative LMT price', { lmt: lmtPrice(-1n), lmtInSol: null }, 'lmtPriceUSDC'],
    [
      'LMT price above the maximum',
      { lmt: lmtPrice(10n ** 15n + 1n), lmtInSol: null },
      'lmtPriceUSDC',
    ],
    ['LMT price of 0 SOL', { lmt: null, lmtInSol: SOL('0') }, 'lmtPriceSOL'],
    ['negative LMT price in SOL', { lmt: null, lmtInSol: -SOL('1') }, 'lmtPriceSOL'],
    ['SOL price near 0', { lmt: null, lmtInSol: SOL('1000000000') * 1_000n }, 'lmtPriceSOL'],
    ['SOL price above the maximum', { lmt: null, lmtInSol: 1n }, 'lmtPriceSOL'],
  ] as [string, Parameters<typeof enterPrices>[1], string][])(
    'are refused if out of range: %s',
    (_, entered, name) => {
      const refused = enterPrices(before, entered);
      expect(codeOf(refused)).toBe('SETTING_OUT_OF_RANGE');
      expect(contextOf(refused)).toMatchObject({ name });
    },
  );
});

describe('the range of prices entered by the owner', () => {
  const enter = (lmt: LmtPrice | null, lmtInSol: Lamports | null) =>
    enterPrices(lmtPrice(1_000_000n), { lmt, lmtInSol });

  test('allows LMT from a millionth to a billion USDC', () => {
    expect([1n, 10n ** 15n].map((units) => codeOf(enter(lmtPrice(units), null)))).toEqual([
      'ok',
      'ok',
    ]);
    expect(contextOf(enter(lmtPrice(0n), null))).toEqual({
      name: 'lmtPriceUSDC',
      allowed: 'between 0.000001 and 1000000000.000000',
    });
  });

  test('allows SOL from 10⁻⁸ to a million USD', () => {
    // One LMT costs one USDC here.
    const least = lamports(10n ** 17n);
    const most = lamports(1_000n);
    expect(valueOf(enter(null, least)).sol).toBe(10_000n);
    expect(valueOf(enter(null, most)).sol).toBe(1_000_000_000000000000n);
    for (const lmtInSol of [lamports(0n), lamports(999n), lamports(3n * 10n ** 17n)]) {
      expect(contextOf(enter(null, lmtInSol))).toEqual({
        name: 'lmtPriceSOL',
        allowed: 'so that SOL is worth between 0.00000001 and 1000000 USD',
      });
    }
  });
});
