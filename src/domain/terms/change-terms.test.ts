import { describe, expect, test } from 'vitest';
import { PRICES, SOL, T0, TERMS, codeOf, contextOf, day, valueOf } from '#test/domain/builders';
import type { History } from '../base/history.ts';
import { type LmtPrice, apy, lmtPrice, rate } from '../base/money.ts';
import { type Instant, after } from '../base/time.ts';
import type { InForce } from './terms-in-force.ts';
import { type MarketPrice, lmtPriceAt } from './price.ts';
import { missingSteps, changeTerms } from './change-terms.ts';
import { type SettingChange, settingChanges, settingsHistory } from './setting-changes.ts';
import type { SettingsEntry } from './settings-input.ts';
import { DEFAULT_SETTINGS, type SettingsChange } from './settings.ts';
import { settingsAt } from './terms.ts';

const NO_PRICES = { lmt: null, lmtInSol: null };
const SOL_200: MarketPrice = { price: PRICES.sol, at: T0, source: 'fallback' };
const BY = { owner: 'wallet-1', reason: 'a new year' };

/** Changes of settings made at `madeAt`, in force from `effectiveAt`. */
const made = (change: SettingsChange, madeAt: Instant, effectiveAt = madeAt): SettingChange[] =>
  settingChanges(change, { effectiveAt, madeAt, ...BY });

/** Applies an entry of the owner to known settings and prices. */
function enter(
  entry: Partial<SettingsEntry>,
  now: Instant,
  {
    later = [],
    lmtPrices = [{ from: T0, value: PRICES.lmt }],
    sol = SOL_200,
  }: {
    readonly later?: readonly SettingChange[];
    readonly lmtPrices?: History<LmtPrice>;
    readonly sol?: MarketPrice;
  } = {},
) {
  const changes = [...made(DEFAULT_SETTINGS, T0), ...later];
  const inForce = { terms: { settings: settingsHistory(changes), pauses: [] }, lmtPrices };
  const whole = { change: {}, prices: NO_PRICES, effectiveAt: null, ...entry };
  return changeTerms({ inForce, changes, sol, entry: whole, by: BY }, now);
}

describe('a change of settings', () => {
  const fee = { change: { sellFee: rate(100_000n) } };

  test('is in force from now on, and writes only entered prices', () => {
    const changed = valueOf(enter(fee, day(3)));
    const value = { ...DEFAULT_SETTINGS, sellFee: 100_000n };
    expect(changed).toMatchObject({
      at: day(3),
      effectiveAt: day(3),
      before: { settings: DEFAULT_SETTINGS, prices: PRICES },
      after: { settings: value, prices: PRICES },
      current: { settings: value, prices: PRICES },
      settings: [{ name: 'sellFee', value: 100_000n, effectiveAt: day(3), madeAt: day(3), ...BY }],
      lmtPrices: [],
      marketPrices: [],
    });
    expect(changed.history.at(-1)).toEqual({ from: day(3), value });
  });

  test('dates no entry before an existing one, even if the clock went back', () => {
    const at = (known: Parameters<typeof enter>[2]): number =>
      valueOf(enter(fee, day(1), known)).at;
    expect(at({ later: made({ sellFee: rate(1n) }, day(2)) })).toBe(day(2));
    expect(at({ lmtPrices: [{ from: day(3), value: PRICES.lmt }] })).toBe(day(3));
    expect(at({ sol: { ...SOL_200, at: day(4) } })).toBe(day(4));
  });

  test('throws without stored settings and a price', () => {
    const entry = { change: {}, prices: NO_PRICES, effectiveAt: null };
    const inForce = { terms: TERMS, lmtPrices: [{ from: T0, value: PRICES.lmt }] };
    const nothing = { inForce, changes: [], sol: SOL_200, entry, by: BY };
    const why = 'no settings or price were ever stored';
    expect(() => changeTerms(nothing, day(1))).toThrow(why);
    expect(() => enter({}, day(1), { lmtPrices: [] })).toThrow(why);
  });

  test('is refused completely if one value is out of range', () => {
    const outside = { change: { sellFee: rate(1_000_001n) } };
    const price = { prices: { ...NO_PRICES, lmt: lmtPrice(0n) } };
    for (const entry of [outside, price]) {
      expect(codeOf(enter(entry, day(1)))).toBe('SETTING_OUT_OF_RANGE');
    }
  });
});

describe('a planned change of settings', () => {
  const planned = { change: { sellFee: rate(200_000n) }, effectiveAt: day(10) };

  test('changes nothing now, and is in force from its instant on', () => {
    const changed = valueOf(enter(planned, day(3)));
    expect([changed.at, changed.effectiveAt]).toEqual([day(3), day(10)]);
    expect(changed.current.settings).toEqual(DEFAULT_SETTINGS);
    expect(changed.before.settings).toEqual(DEFAULT_SETTINGS);
    expect(changed.after.settings.sellFee).toBe(200_000n);
    expect(changed.settings).toMatchObject([{ effectiveAt: day(10), madeAt: day(3) }]);
    const terms = { settings: changed.history, pauses: [] };
    const feeAt = (at: Instant) => settingsAt(terms, at).sellFee;
    expect([feeAt(after(day(10), -1)), feeAt(day(10))]).toEqual([150_000n, 200_000n]);
  });

  test.each([
    ['an instant that is past', day(2)],
    ['now', day(3)],
  ])('for %s is in force from now on', (_, effectiveAt) => {
    const changed = valueOf(enter({ ...planned, effectiveAt }, day(3)));
    expect(changed.effectiveAt).toBe(day(3));
    expect(changed.current.settings.sellFee).toBe(200_000n);
  });

  test('does not delay immediate changes or the steps of the price', () => {
    const later = made({ sellFee: rate(200_000n) }, day(1), day(10));
    const entry = {
      change: { sellFee: rate(1n), weeklyPriceIncrease: rate(0n) },
      prices: { ...NO_PRICES, lmt: lmtPrice(1_000_000_000n) },
    };
    const changed = valueOf(enter(entry, day(8), { later }));
    expect([changed.at, changed.current.settings.sellFee]).toEqual([day(8), 1n]);
    expect(changed.lmtPrices.map(({ from }) => from)).toEqual([day(7), day(8)]);
    const terms = { settings: changed.history, pauses: [] };
    expect(settingsAt(terms, day(10))).toMatchObject({
      sellFee: 200_000n,
      weeklyPriceIncrease: 0n,
    });
  });

  test('is revoked by planning the previous value', () => {
    const later = made(planned.change, day(1), day(10));
    const entry = { change: { sellFee: DEFAULT_SETTINGS.sellFee }, effectiveAt: day(10) };
    const { history } = valueOf(enter(entry, day(2), { later }));
    expect(settingsAt({ settings: history, pauses: [] }, day(10))).toEqual(DEFAULT_SETTINGS);
  });

  test('is refused if it contradicts the settings in force at its instant', () => {
    const later = made({ maxDynamicApy: apy(1_200_00n) }, day(1), day(10));
    const entry = { change: { currentApy: apy(1_300_00n) }, effectiveAt: day(12) };
    expect(contextOf(enter(entry, day(2), { later }))).toEqual({
      name: 'currentAPY',
      allowed: 'at most maxDynamicAPY, 1200.00 from 2026-01-17T12:00:00.000Z on',
    });
    expect(codeOf(enter({ ...entry, effectiveAt: day(9) }, day(2)))).toBe('ok');
  });

  test('refuses a change that contradicts a later planned one, with the instant of that plan', () => {
    const later = made({ maxDynamicApy: apy(1_200_00n) }, day(1), day(10));
    const change = { currentApy: apy(1_300_00n) };
    expect(contextOf(enter({ change }, day(2), { later }))).toEqual({
      name: 'currentAPY',
      allowed: 'at most maxDynamicAPY, 1200.00 from 2026-01-15T12:00:00.000Z on',
    });
    const until = [...later, ...made({ currentApy: apy(1_000_00n) }, day(1), day(10))];
    expect(codeOf(enter({ change }, day(2), { later: until }))).toBe('ok');
  });
});

describe('an LMT price that is set', () => {
  const set = { prices: { ...NO_PRICES, lmt: lmtPrice(1_000_000_000n) } };
  const noGrowth = { ...set, change: { weeklyPriceIncrease: rate(0n) } };

  test('is recorded after the steps that are due, and changes no settings', () => {
    const changed = valueOf(enter(set, day(16)));
    expect(changed.settings).toEqual([]);
    expect(changed.lmtPrices).toEqual([
      { from: day(7), value: 1_001_805_000n, origin: 'step' },
      { from: day(14), value: 1_016_832_075n, origin: 'step' },
      { from: day(16), value: 1_000_000_000n, origin: 'set' },
    ]);
    const prices = [changed.before.prices.lmt, changed.after.prices.lmt];
    expect(prices).toEqual([1_016_832_075n, 1_000_000_000n]);
  });

  test('follows steps with the growth in force at each', () => {
    const later = made({ weeklyPriceIncrease: rate(100_000n) }, day(1));
    const { lmtPrices } = valueOf(enter(noGrowth, day(8), { later }));
    expect(lmtPrices[0]).toEqual({ from: day(7), value: 1_085_700_000n, origin: 'step' });
  });

  test('replaces a step at its own instant', () => {
    const { lmtPrices, before } = valueOf(enter(set, day(7)));
    expect(lmtPrices).toEqual([{ from: day(7), value: 1_000_000_000n, origin: 'set' }]);
    expect(before.prices.lmt).toBe(1_001_805_000n);
  });

  test('steps with the growth that the same call sets', () => {
    expect(valueOf(enter(noGrowth, day(7))).lmtPrices).toHaveLength(1);
  });

  test('in SOL becomes the SOL price at which one LMT costs the entered amount', () => {
    const entry = { prices: { lmt: null, lmtInSol: SOL('9.87') } };
    const { marketPrices, lmtPrices, after: then } = valueOf(enter(entry, day(1)));
    const price = 100_000000000000n;
    expect(marketPrices).toEqual([
      { symbol: 'SOL', at: day(1), price, source: 'fallback', isAgreed: false },
    ]);
    expect([lmtPrices, then.prices]).toEqual([[], { lmt: PRICES.lmt, sol: price }]);
  });
});

describe('missing price steps', () => {
  const inForce: InForce = { terms: TERMS, lmtPrices: [{ from: T0, value: PRICES.lmt }] };

  test('are those since the last entry; recording them changes no price', () => {
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
