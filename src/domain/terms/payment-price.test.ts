import { describe, expect, test } from 'vitest';
import { BOOK, IN_FORCE, LMT, PRICES, SOL, T0, USDC, day } from '#test/domain/builders';
import { lmt, lmtPrice, usdPrice, usdc } from '../base/money.ts';
import { MINUTE_MS, after } from '../base/time.ts';
import {
  type MarketPrice,
  lmtPriceChanges,
  lmtPriceSince,
  lmtPriceUp,
  priceForPayment,
  pricesForPayment,
} from './price.ts';

const PAID = day(8);
/** SOL price in USD, some minutes after the payment. */
const price = (
  usd: bigint,
  minutes: number,
  source: MarketPrice['source'] = 'feed',
): MarketPrice => ({
  price: usdPrice(usd * 1_000000000000n),
  at: after(PAID, minutes * MINUTE_MS),
  source,
});

describe('the SOL price that a payment is priced at', () => {
  test.each<[string, MarketPrice[], bigint | null]>([
    [
      'is the one in force if it was fresh then',
      [price(1n, -20), price(2n, -10), price(3n, 1)],
      2n,
    ],
    ['may be dated at the same instant', [price(1n, -5), price(2n, 0)], 2n],
    ['is the next one if stale then', [price(1n, -11), price(2n, 60), price(3n, 61)], 2n],
    ['is the next one of the feed after a fallback', [price(1n, -1, 'fallback'), price(2n, 5)], 2n],
    ['is no later fallback', [price(1n, -11), price(2n, 1, 'fallback')], null],
    [
      'is the next one of the feed after a fallback at the same instant',
      [price(1n, 0), price(2n, 0, 'fallback'), price(3n, 5)],
      3n,
    ],
    ['is null if stale without a later one', [price(1n, -30), price(2n, -11)], null],
    ['is the first one if the payment came before it', [price(1n, 2), price(2n, 3)], 1n],
    ['is null without prices', [], null],
  ])('%s', (_, sol, usd) => {
    const known = priceForPayment(sol, false, PAID);
    expect(known).toBe(usd === null ? null : usd * 1_000000000000n);
  });

  test('is the one in force without a feed, however old', () => {
    const sol = [price(1n, -900, 'fallback'), price(2n, 1, 'fallback')];
    expect(priceForPayment(sol, true, PAID)).toBe(1_000000000000n);
  });
});

describe('the prices of a payment', () => {
  const at = { isStaticFeed: false, blockTime: PAID };

  test('are those of its block time', () => {
    const sol = [price(200n, -1), price(300n, 20)];
    expect(pricesForPayment({ ...at, sol }, IN_FORCE)).toEqual({
      prices: { lmt: 1_001_805_000n, sol: 200_000000000000n },
      isSolKnown: true,
    });
  });

  test('contain the newest SOL price, marked as unknown, if none applies', () => {
    const sol = [price(200n, -90), price(300n, -80)];
    expect(pricesForPayment({ ...at, sol }, IN_FORCE)).toMatchObject({
      prices: { sol: 300_000000000000n },
      isSolKnown: false,
    });
  });

  test('throw if no SOL price was ever stored', () => {
    expect(() => pricesForPayment({ ...at, sol: [] }, IN_FORCE)).toThrow(
      'no SOL price was ever stored',
    );
  });
});

describe('changes of the LMT price', () => {
  const set = [...BOOK.lmt, { from: day(10), value: lmtPrice(5n) }];

  test('include steps and set prices, both ends included', () => {
    const changes = (start: number, end: number) =>
      lmtPriceChanges(set, day(start), day(end)).toSorted((a, b) => a - b);
    expect(changes(1, 6)).toEqual([day(1)]);
    expect(changes(1, 7)).toEqual([day(1), day(7)]);
    expect(changes(7, 9)).toEqual([day(7)]);
    expect(changes(1, 17)).toEqual(expect.arrayContaining([day(1), day(7), day(10), day(17)]));
    expect(changes(1, 17).at(-1)).toBe(day(17));
    expect(changes(-3, 7)).toEqual([day(0), day(7)]);
    expect(lmtPriceChanges([], day(0), day(30))).toEqual([]);
  });

  test('determine since when a price is in force', () => {
    expect(lmtPriceSince(set, after(T0, -1))).toBeNull();
    expect(lmtPriceSince(set, T0)).toBe(T0);
    expect(lmtPriceSince(set, after(day(7), -1))).toBe(T0);
    expect(lmtPriceSince(set, day(7))).toBe(day(7));
    expect(lmtPriceSince(set, day(10))).toBe(day(10));
    expect(lmtPriceSince(set, day(16.5))).toBe(day(10));
    expect(lmtPriceSince(set, day(17))).toBe(day(17));
  });
});

describe('the LMT price of a payout', () => {
  test('is the price at payout', () => {
    const sol = { token: 'SOL', payout: SOL('9.87') } as const;
    expect(lmtPriceUp(LMT('2'), sol, PRICES.sol)).toBe(PRICES.lmt);
    const usd = { token: 'USDC', payout: USDC('1974') } as const;
    expect(lmtPriceUp(LMT('2'), usd, PRICES.sol)).toBe(PRICES.lmt);
  });

  test('is rounded up', () => {
    const third = { token: 'USDC', payout: usdc(1n) } as const;
    expect(lmtPriceUp(lmt(300_000_000n), third, PRICES.sol)).toBe(1n);
    expect(lmtPriceUp(lmt(60_000_000n), third, PRICES.sol)).toBe(2n);
    const dust = { token: 'SOL', payout: SOL('0.000000001') } as const;
    expect(lmtPriceUp(LMT('1'), dust, PRICES.sol)).toBe(1n);
  });
});
