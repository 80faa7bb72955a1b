import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyLmt, anyPrices, anyRate, units } from '#test/domain/arbitraries';
import {
  BOOK,
  LMT,
  PRICES,
  SOL,
  T0,
  TERMS,
  USDC,
  codeOf,
  day,
  termsOf,
  valueOf,
} from '#test/domain/builders';

import {
  type PayToken,
  add,
  lamports,
  lmt,
  lmtPrice,
  rate,
  usdPrice,
  usdc,
} from '../base/money.ts';
import {
  exchangedDown,
  exchangedUp,
  feeInLamportsUp,
  freshSolPrice,
  isFresh,
  lmtFor,
  lmtPriceAt,
  lmtPriceInSol,
  nextStepAt,
  pricesAt,
  pricesDuring,
  solPriceFromLmt,
  stepsDue,
  valueInUsd,
  worthDown,
  worthInUsd,
} from './price.ts';
import { ok, refuse } from '../base/result.ts';
import { DEFAULT_LMT_PRICE, LMT_PRICE_MAX } from './terms.ts';
import { MINUTE_MS, after } from '../base/time.ts';

describe('weekly price steps', () => {
  test.each([
    [day(0), 987_000_000n],
    [after(day(7), -1), 987_000_000n],
    [day(7), 1_001_805_000n],
    [after(day(14), -1), 1_001_805_000n],
    [day(14), 1_016_832_075n],
    [day(21), 1_032_084_556n], // 1032.084556125, halves up
    [day(28), 1_047_565_824n], // 1047.56582434
  ])('give at %d the price %d', (at, price) => {
    expect(lmtPriceAt(BOOK.lmt, TERMS, at)).toBe(price);
  });

  test('give the same price whether recorded or not', () => {
    const steps = stepsDue({ from: T0, value: DEFAULT_LMT_PRICE }, TERMS, day(21));
    expect(steps.map(({ from }) => from)).toEqual([day(7), day(14), day(21)]);
    const written = [...BOOK.lmt, ...steps.slice(0, 2)];
    for (const at of [day(10), day(14), day(21), day(30)]) {
      expect(lmtPriceAt(written, TERMS, at)).toBe(lmtPriceAt(BOOK.lmt, TERMS, at));
    }
  });

  test('restart their seven days at a price that the owner sets, which applies immediately', () => {
    const entered = [...BOOK.lmt, { from: day(5), value: lmtPrice(500_000_000n) }];
    expect(lmtPriceAt(entered, TERMS, after(day(5), -1))).toBe(987_000_000n);
    expect(lmtPriceAt(entered, TERMS, day(5))).toBe(500_000_000n);
    expect(lmtPriceAt(entered, TERMS, after(day(12), -1))).toBe(500_000_000n);
    expect(lmtPriceAt(entered, TERMS, day(12))).toBe(507_500_000n);
    expect(nextStepAt(entered, day(5))).toBe(day(12));
  });

  test('use a new growth rate from the next step', () => {
    const terms = termsOf([{ from: day(7), value: { weeklyPriceIncrease: rate(100_000n) } }]);
    expect(lmtPriceAt(BOOK.lmt, terms, day(7))).toBe(1_085_700_000n);
    const later = termsOf([{ from: after(day(7), 1), value: { weeklyPriceIncrease: rate(0n) } }]);
    expect(lmtPriceAt(BOOK.lmt, later, day(30))).toBe(1_001_805_000n);
  });

  test('stop at the maximum price', () => {
    const terms = termsOf([{ from: T0, value: { weeklyPriceIncrease: rate(200_000n) } }]);
    const near = [{ from: T0, value: lmtPrice(LMT_PRICE_MAX - 1n) }];
    expect([day(7), day(14)].map((at) => lmtPriceAt(near, terms, at))).toEqual([
      LMT_PRICE_MAX,
      LMT_PRICE_MAX,
    ]);
    expect(lmtPriceAt(BOOK.lmt, terms, day(7 * 1_000))).toBe(LMT_PRICE_MAX);
  });

  test('leave a price above the maximum unchanged', () => {
    const above = [{ from: T0, value: lmtPrice(LMT_PRICE_MAX + 7n) }];
    expect(lmtPriceAt(above, TERMS, day(21))).toBe(LMT_PRICE_MAX + 7n);
  });

  test('round half a unit up', () => {
    const half = [{ from: T0, value: lmtPrice(100n) }];
    expect(lmtPriceAt(half, TERMS, day(7))).toBe(102n); // 101.5
  });

  test('have a next instant, except before the first price', () => {
    expect(nextStepAt(BOOK.lmt, T0)).toBe(day(7));
    expect(nextStepAt(BOOK.lmt, after(day(7), -1))).toBe(day(7));
    expect(nextStepAt(BOOK.lmt, day(7))).toBe(day(14));
    expect(nextStepAt(BOOK.lmt, after(T0, -1))).toBeNull();
  });

  test('give the first price before it, and the default without any', () => {
    expect(lmtPriceAt([{ from: T0, value: lmtPrice(5n) }], TERMS, after(T0, -1))).toBe(5n);
    expect(lmtPriceAt([], TERMS, T0)).toBe(987_000_000n);
  });
});

describe('prices at an instant', () => {
  const sol = [
    { from: T0, value: usdPrice(200_000000000000n) },
    { from: day(1), value: usdPrice(150_000000000000n) },
  ];
  const book = { ...BOOK, sol };

  test('are the last stored at or before it', () => {
    expect(valueOf(pricesAt(book, TERMS, after(day(1), -1))).sol).toBe(200_000000000000n);
    expect(valueOf(pricesAt(book, TERMS, day(1))).sol).toBe(150_000000000000n);
    expect(codeOf(pricesAt(book, TERMS, after(T0, -1)))).toBe('PRICE_UNKNOWN');
  });

  test('include every pair of an interval, start and end included', () => {
    const soft = (start: number, end: number): bigint[] =>
      pricesDuring(book, TERMS, { start: day(start), end: day(end) }).map(
        (prices) => prices.sol / 10n ** 12n,
      );
    expect(soft(0.5, 0.9)).toEqual([200n]);
    expect(soft(0.5, 1)).toEqual([200n, 150n]);
    expect(soft(1, 2)).toEqual([150n]);
    expect(soft(-2, -1)).toEqual([]);
    const both = pricesDuring(book, TERMS, { start: day(6.9), end: day(7) });
    expect(both.map(({ lmt: price }) => price)).toEqual([987_000_000n, 1_001_805_000n]);
    expect(pricesDuring(BOOK, TERMS, { start: day(0), end: day(21) })).toHaveLength(4);
    const late = { ...book, sol: [...sol, { from: day(8), value: usdPrice(1n) }] };
    const mixed = pricesDuring(late, TERMS, { start: day(6.9), end: day(8) });
    expect(mixed.map((prices) => [prices.lmt, prices.sol])).toEqual([
      [987_000_000n, 150_000000000000n],
      [1_001_805_000n, 150_000000000000n],
      [1_001_805_000n, 1n],
    ]);
  });

  test('are fresh for ten minutes from a feed, always without a feed, and never as a fallback', () => {
    const price = { price: usdPrice(1n), at: T0, source: 'feed' } as const;
    expect(isFresh(price, false, after(T0, 10 * MINUTE_MS))).toBe(true);
    expect(isFresh(price, false, after(T0, 10 * MINUTE_MS + 1))).toBe(false);
    expect(isFresh({ ...price, at: day(1) }, false, T0), 'dated far ahead').toBe(false);
    expect(isFresh({ ...price, source: 'fallback' }, false, T0)).toBe(false);
    expect(isFresh({ ...price, source: 'fallback' }, true, day(9))).toBe(true);
  });

  test('are refused for payments if the SOL price is stale', () => {
    const price = { price: usdPrice(7n), at: T0, source: 'feed' } as const;
    expect(freshSolPrice(price, false, T0)).toEqual(ok(7n));
    expect(freshSolPrice(price, false, day(1))).toEqual(refuse('PRICE_STALE', { symbol: 'SOL' }));
    expect(freshSolPrice(price, true, day(1))).toEqual(ok(7n));
  });
});

describe('conversion', () => {
  test('derives LMT in SOL: 987 / 200 = 4.935', () => {
    expect(lmtPriceInSol(PRICES)).toBe(SOL('4.935'));
    const third = { lmt: lmtPrice(1_000_000n), sol: usdPrice(3_000000000000n) };
    expect(lmtPriceInSol(third)).toBe(333_333_333n);
    const half = { lmt: lmtPrice(1n), sol: usdPrice(400_000000000000n) };
    expect(lmtPriceInSol(half)).toBe(3n); // 2.5 lamports
  });

  test('derives the SOL price from an entered LMT price in SOL', () => {
    expect(solPriceFromLmt(PRICES.lmt, SOL('4.935'))).toBe(200_000000000000n);
    expect(solPriceFromLmt(lmtPrice(1_000_000n), SOL('3'))).toBe(333333330000n); // to 10⁻⁸ USD
  });

  test.each([
    ['SOL', SOL('49.35'), LMT('10')],
    ['SOL', SOL('0.01'), LMT('0.00202634')],
    ['USDC', USDC('9870'), LMT('10')],
    ['USDC', USDC('0.01'), LMT('0.00001013')],
    ['SOL', lamports(1n), lmt(0n)],
  ] as const)('of %s %d buys %d LMT units', (token, paid, bought) => {
    expect(lmtFor<PayToken>(token, paid, PRICES)).toBe(bought);
  });

  test.each([
    ['SOL', LMT('1'), SOL('4.935')],
    ['USDC', LMT('1'), USDC('987')],
    ['SOL', lmt(1n), lamports(49n)],
    ['USDC', lmt(1n), usdc(9n)],
  ] as const)('into %s: %d LMT units are worth %d', (token, amount, worth) => {
    expect(worthDown<PayToken>(token, amount, PRICES)).toBe(worth);
  });

  test('values a holding in USD', () => {
    expect(valueInUsd(SOL('2'), 9, PRICES.sol)).toBe(USDC('400'));
    expect(valueInUsd(1_000_000n, 0, usdPrice(2_387_000n))).toBe(USDC('2.387'));
  });

  test.each([
    ['LMT', LMT('10'), USDC('9870')],
    ['SOL', SOL('0.5'), USDC('100')],
    ['USDC', USDC('1.5'), USDC('1.5')],
  ] as const)('values an amount of %s in USD', (token, amount, usd) => {
    expect(worthInUsd(token, amount, PRICES)).toBe(usd);
    expect(worthInUsd('SOL', SOL('1'), { ...PRICES, sol: null })).toBe(0n);
  });

  const anyPayToken = fc.constantFrom<PayToken>('SOL', 'USDC');

  test('buying in parts never gives more LMT', () => {
    fc.assert(
      fc.property(anyPayToken, units(), units(), anyPrices, (token, a, b, prices) => {
        const [x, y] = [lamports(a), lamports(b)];
        const apart = lmtFor(token, x, prices) + lmtFor(token, y, prices);
        expect(apart <= lmtFor(token, add(x, y), prices)).toBe(true);
      }),
    );
  });

  test('selling in parts never pays more', () => {
    fc.assert(
      fc.property(anyPayToken, anyLmt, anyLmt, anyPrices, (token, a, b, prices) => {
        const apart = worthDown(token, a, prices) + worthDown(token, b, prices);
        expect(apart <= worthDown(token, add(a, b), prices)).toBe(true);
      }),
    );
  });

  test('staking in parts never saves a fee', () => {
    fc.assert(
      fc.property(anyLmt, anyLmt, anyRate, anyPrices, (a, b, share, prices) => {
        const apart = feeInLamportsUp(a, share, prices) + feeInLamportsUp(b, share, prices);
        expect(apart >= feeInLamportsUp(add(a, b), share, prices)).toBe(true);
      }),
    );
  });

  test('buying and selling at the same prices never makes a gain', () => {
    fc.assert(
      fc.property(anyPayToken, units(), anyPrices, (token, paid, prices) => {
        const back = worthDown(token, lmtFor(token, lamports(paid), prices), prices);
        expect(back <= paid).toBe(true);
      }),
    );
  });

  test('shown amounts in another token equal what the rules pay or credit', () => {
    fc.assert(
      fc.property(anyPayToken, units(), anyPrices, (token, amount, prices) => {
        const [lmtOf, worth] = [lmtFor(token, lamports(amount), prices), lmt(amount)];
        expect(exchangedDown(amount, { from: token, to: 'LMT' }, prices)).toBe(lmtOf);
        expect(exchangedDown(amount, { from: 'LMT', to: token }, prices)).toBe(
          worthDown(token, worth, prices),
        );
      }),
    );
  });

  test('rounds up: the converted amount covers the input, and one unit less would not', () => {
    fc.assert(
      fc.property(anyPayToken, anyLmt, anyPrices, (token, wanted, prices) => {
        const paid = exchangedUp(wanted, { from: 'LMT', to: token }, prices);
        expect(lmtFor(token, lamports(paid), prices) >= wanted).toBe(true);
        if (paid > 0n) expect(lmtFor(token, lamports(paid - 1n), prices) < wanted).toBe(true);
      }),
    );
  });
});
