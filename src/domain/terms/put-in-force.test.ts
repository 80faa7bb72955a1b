import { describe, expect, test } from 'vitest';
import { PRICES, SOL, T0, codeOf, day, termsOf, valueOf } from '#test/domain/builders';
import { lmtPrice, rate } from '../base/money.ts';
import { after } from '../base/time.ts';
import type { InForce } from './in-force.ts';
import { type MarketPrice, lmtPriceAt } from './price.ts';
import { missingSteps, putInForce } from './put-in-force.ts';
import { DEFAULT_SETTINGS } from './terms.ts';

const NO_PRICES = { lmt: null, lmtInSol: null };
const SOL_200: MarketPrice = { price: PRICES.sol, at: T0, source: 'fallback' };
const inForce: InForce = { terms: termsOf(), lmtPrices: [{ from: T0, value: PRICES.lmt }] };

describe('a change of settings', () => {
  test('is in force from now on; prices that nobody entered are not written', () => {
    const entry = { change: { sellFee: rate(100_000n) }, prices: NO_PRICES };
    const changed = valueOf(putInForce({ inForce, sol: SOL_200, entry }, day(3)));
    const value = { ...DEFAULT_SETTINGS, sellFee: 100_000n };
    expect(changed).toEqual({
      at: day(3),
      before: { settings: DEFAULT_SETTINGS, prices: PRICES },
      after: { settings: value, prices: PRICES },
      settings: [{ from: day(3), value }],
      lmtPrices: [],
      marketPrices: [],
    });
  });

  test('never goes behind an entry that is there, though the clock did', () => {
    const entry = { change: { sellFee: rate(1n) }, prices: NO_PRICES };
    const at = (terms: InForce, sol: MarketPrice): number =>
      valueOf(putInForce({ inForce: terms, sol, entry }, day(1))).at;
    expect(at({ ...inForce, terms: termsOf([{ from: day(2), value: {} }]) }, SOL_200)).toBe(day(2));
    const priced = { ...inForce, lmtPrices: [{ from: day(3), value: PRICES.lmt }] };
    expect(at(priced, SOL_200)).toBe(day(3));
    expect(at(inForce, { ...SOL_200, at: day(4) })).toBe(day(4));
  });

  test('needs settings and a price to follow on', () => {
    const entry = { change: {}, prices: NO_PRICES };
    const { terms } = inForce;
    for (const none of [
      { ...inForce, terms: { ...terms, settings: [] } },
      { ...inForce, lmtPrices: [] },
    ]) {
      expect(() => putInForce({ inForce: none, sol: SOL_200, entry }, day(1))).toThrow(
        'no settings or price were ever stored',
      );
    }
  });

  test('is refused whole where one value is out of range', () => {
    const fee = { change: { sellFee: rate(1_000_001n) }, prices: NO_PRICES };
    const price = { change: {}, prices: { ...NO_PRICES, lmt: lmtPrice(0n) } };
    for (const entry of [fee, price]) {
      expect(codeOf(putInForce({ inForce, sol: SOL_200, entry }, day(1)))).toBe(
        'SETTING_OUT_OF_RANGE',
      );
    }
  });
});

describe('an LMT price that is set', () => {
  const set = { change: {}, prices: { ...NO_PRICES, lmt: lmtPrice(1_000_000_000n) } };

  test('is written after the steps that had come due, and changes no settings', () => {
    const { settings, lmtPrices, before, after } = valueOf(
      putInForce({ inForce, sol: SOL_200, entry: set }, day(16)),
    );
    expect(settings).toEqual([]);
    expect(lmtPrices).toEqual([
      { from: day(7), value: 1_001_805_000n, origin: 'step' },
      { from: day(14), value: 1_016_832_075n, origin: 'step' },
      { from: day(16), value: 1_000_000_000n, origin: 'set' },
    ]);
    expect([before.prices.lmt, after.prices.lmt]).toEqual([1_016_832_075n, 1_000_000_000n]);
  });

  test('follows steps with the growth that was in force at each', () => {
    const terms = termsOf([{ from: day(1), value: { weeklyPriceIncrease: rate(100_000n) } }]);
    const entry = { ...set, change: { weeklyPriceIncrease: rate(0n) } };
    const { lmtPrices } = valueOf(
      putInForce({ inForce: { ...inForce, terms }, sol: SOL_200, entry }, day(8)),
    );
    expect(lmtPrices[0]).toEqual({ from: day(7), value: 1_085_700_000n, origin: 'step' });
  });

  test('takes the place of a step of its own instant', () => {
    const { lmtPrices, before } = valueOf(
      putInForce({ inForce, sol: SOL_200, entry: set }, day(7)),
    );
    expect(lmtPrices).toEqual([{ from: day(7), value: 1_000_000_000n, origin: 'set' }]);
    expect(before.prices.lmt).toBe(1_001_805_000n);
  });

  test('steps with a growth that is changed in the same call', () => {
    const entry = { ...set, change: { weeklyPriceIncrease: rate(0n) } };
    const { lmtPrices } = valueOf(putInForce({ inForce, sol: SOL_200, entry }, day(7)));
    expect(lmtPrices).toHaveLength(1);
  });

  test('in SOL is the SOL price at which one LMT costs what was entered', () => {
    const entry = { change: {}, prices: { lmt: null, lmtInSol: SOL('9.87') } };
    const { marketPrices, lmtPrices, after } = valueOf(
      putInForce({ inForce, sol: SOL_200, entry }, day(1)),
    );
    const price = 100_000000000000n;
    expect(marketPrices).toEqual([
      { symbol: 'SOL', at: day(1), price, source: 'fallback', isAgreed: false },
    ]);
    expect([lmtPrices, after.prices]).toEqual([[], { lmt: PRICES.lmt, sol: price }]);
  });
});

describe('steps that are not written down', () => {
  test('are those since the last entry; written down, none is missing, and no price has changed', () => {
    const missing = missingSteps(inForce, day(16));
    expect(missing.map(({ from, origin }) => [from, origin])).toEqual([
      [day(7), 'step'],
      [day(14), 'step'],
    ]);
    const written = { ...inForce, lmtPrices: [...inForce.lmtPrices, ...missing] };
    expect(missingSteps(written, day(16))).toEqual([]);
    for (const at of [day(6), day(7), day(15), day(21)]) {
      expect(lmtPriceAt(written.lmtPrices, inForce.terms, at)).toBe(
        lmtPriceAt(inForce.lmtPrices, inForce.terms, at),
      );
    }
  });

  test('come due at their instant, not before', () => {
    expect(missingSteps({ ...inForce, lmtPrices: [] }, day(7))).toEqual([]);
    expect(missingSteps(inForce, after(day(7), -1))).toEqual([]);
    expect(missingSteps(inForce, day(7))).toHaveLength(1);
  });
});
