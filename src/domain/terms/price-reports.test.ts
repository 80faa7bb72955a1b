import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { T0 } from '#test/domain/builders';

import {
  type KnownPrice,
  type PriceReport,
  aggregatePrice,
  isFetchDue,
  shouldStore,
  aggregateReports,
  parseUsdPrice,
  priceStatus,
} from './price-reports.ts';
import { type UsdPrice, formatDecimal, usdPrice } from '../base/money.ts';
import type { MarketPrice } from './price.ts';
import { HOUR_MS, MINUTE_MS, after } from '../base/time.ts';

const USD = (text: string): UsdPrice => parseUsdPrice(text)!;
const report = (price: string, more: Partial<PriceReport> = {}): PriceReport => ({
  provider: 'one',
  price: USD(price),
  uncertainty: 0n,
  ageMs: 0,
  ...more,
});
const NOW = after(T0, HOUR_MS);
/** Price of the feed `agoMs` ago. */
const feed = (price: string, agoMs = MINUTE_MS): MarketPrice => ({
  price: USD(price),
  at: after(NOW, -agoMs),
  source: 'feed',
});
/** Known prices without an agreed one. */
const since = (last: MarketPrice | null): KnownPrice => ({ last, agreed: null });
/** Known prices with an agreed one and a later fallback. */
const agreedOn = (price: string): KnownPrice => ({ last: fallback, agreed: USD(price) });
const fallback: MarketPrice = { price: USD('200'), at: T0, source: 'fallback' };

describe('parseUsdPrice', () => {
  test.each([
    ['147.48', 147_480000000000n],
    ['0', 0n],
    ['-0.0', 0n],
    ['-1.5', -1_500000000000n],
    ['1.23e-7', 123000n],
    ['1.23E-7', 123000n],
    ['0.00000000000049', 0n],
    ['0.0000000000005', 1n],
    ['9.4e-13', 1n],
    ['147.48000000000002', 147_480000000000n],
    ['1e30', 10n ** 42n],
    ['1e+2', 100_000000000000n],
    ['30300.10000', 30_300_100000000000n],
  ])('parses %s as %d × 10⁻¹² USD', (text, units) => {
    expect(parseUsdPrice(text)).toBe(units);
  });

  test.each(['', 'NaN', 'Infinity', '1e999', '.5', '5.', '1,5', ' 1', '0x10', '+1', '1e', 'null'])(
    'rejects %j',
    (text) => {
      expect(parseUsdPrice(text)).toBeNull();
    },
  );

  test('parses every exponent without losing a unit', () => {
    const anyUnits = fc.bigInt(-(10n ** 20n), 10n ** 20n);
    fc.assert(
      fc.property(anyUnits, fc.integer({ min: -30, max: 30 }), (units, exponent) => {
        // Decimal point and exponent are shifted in opposite directions.
        const decimals = 12 + exponent;
        const shifted =
          decimals >= 0
            ? formatDecimal(units, decimals)
            : formatDecimal(units * 10n ** BigInt(-decimals), 0);
        expect(parseUsdPrice(`${shifted}e${exponent}`)).toBe(units);
      }),
    );
  });
});

describe('aggregatePrice', () => {
  test.each<[string, PriceReport[], MarketPrice | null, string | null, string[]]>([
    ['takes the first of two that agree', [report('150'), report('151')], feed('149'), '150', []],
    [
      'takes the first of two that agree, even if higher',
      [report('151'), report('150')],
      feed('149'),
      '151',
      [],
    ],
    ['accepts a jump that two agree on', [report('90'), report('91')], feed('150'), '90', []],
    ['rejects an unconfirmed jump', [report('90')], feed('150'), null, ['90']],
    ['takes the other if one jumped', [report('90'), report('151')], feed('150'), '151', ['90']],
    [
      'rejects two different jumps',
      [report('90'), report('300')],
      feed('150'),
      null,
      ['90', '300'],
    ],
    [
      'takes the nearer of two that disagree',
      [report('160'), report('152')],
      feed('150'),
      '152',
      [],
    ],
    ['takes the nearer if it is first', [report('152'), report('160')], feed('150'), '152', []],
    ['takes the first of two equally far', [report('160'), report('140')], feed('150'), '160', []],
    ['accepts a single report after a fallback', [report('90')], fallback, '90', []],
    ['accepts a single report without a last price', [report('90')], null, '90', []],
    [
      'rejects two that disagree after a fallback',
      [report('90'), report('150')],
      fallback,
      null,
      ['90', '150'],
    ],
    [
      'accepts a jump if the last price is older than an hour',
      [report('90')],
      feed('150', HOUR_MS + 1),
      '90',
      [],
    ],
    [
      'rejects a jump if the last price is an hour old',
      [report('90')],
      feed('150', HOUR_MS),
      null,
      ['90'],
    ],
    ['accepts 25% up', [report('187.5')], feed('150'), '187.5', []],
    ['accepts 25% down', [report('112.5')], feed('150'), '112.5', []],
    ['rejects more than 25% up', [report('187.50000001')], feed('150'), null, ['187.50000001']],
    ['accepts 2% apart as agreement', [report('100'), report('102')], feed('10'), '100', []],
    [
      'rejects more than 2% apart',
      [report('100'), report('102.00000001')],
      feed('10'),
      null,
      ['100', '102.00000001'],
    ],
    ['returns null without reports', [], feed('150'), null, []],
  ])('for a displayed asset %s', (_name, reports, last, price, outliers) => {
    const aggregated = aggregatePrice({ symbol: 'BTC', reports, known: since(last) }, NOW);
    expect(aggregated.price).toBe(price === null ? null : USD(price));
    expect(aggregated.outliers.map((of) => of.price)).toEqual(outliers.map(USD));
  });

  test.each<[string, PriceReport]>([
    ['0', report('0')],
    ['negative', report('-150')],
    ['far too large', report('1e30')],
    ['too large', report('5000000.01')],
    ['below the resolution', report('0.000000004')],
    ['too old', report('150', { ageMs: 3 * MINUTE_MS + 1 })],
    ['too far in the future', report('150', { ageMs: -3 * MINUTE_MS - 1 })],
    ['too uncertain', report('150', { uncertainty: USD('3') + 1n })],
    ['with a negative uncertainty', report('150', { uncertainty: -1n })],
    ['without an age', report('150', { ageMs: Number.NaN })],
  ])('ignores a report that is %s', (_name, bad) => {
    expect(
      aggregatePrice({ symbol: 'SOL', reports: [bad], known: agreedOn('150') }, NOW),
    ).toMatchObject({
      price: null,
      outliers: [],
    });
    expect(
      aggregatePrice({ symbol: 'SOL', reports: [bad, report('90')], known: agreedOn('150') }, NOW)
        .price,
    ).toBeNull();
    expect(
      aggregatePrice({ symbol: 'SOL', reports: [bad, report('149')], known: agreedOn('150') }, NOW),
    ).toMatchObject({
      price: USD('149'),
      isAgreed: false,
    });
  });

  test.each<[string, PriceReport[], KnownPrice, string | null, boolean, string[]]>([
    [
      'rejects a single report before any agreement',
      [report('150')],
      since(feed('150')),
      null,
      false,
      ['150'],
    ],
    ['accepts a single report 5% up', [report('157.5')], agreedOn('150'), '157.5', false, []],
    ['accepts a single report 5% down', [report('142.5')], agreedOn('150'), '142.5', false, []],
    [
      'rejects more than 5% up',
      [report('157.50000001')],
      agreedOn('150'),
      null,
      false,
      ['157.50000001'],
    ],
    [
      'measures the distance from the agreed price, not from the last',
      [report('160')],
      { last: feed('157'), agreed: USD('150') },
      null,
      false,
      ['160'],
    ],
    [
      'accepts two that agree at any distance',
      [report('90'), report('91')],
      agreedOn('150'),
      '90',
      true,
      [],
    ],
    [
      'accepts two that agree against a third',
      [report('150'), report('90'), report('91')],
      agreedOn('150'),
      '90',
      true,
      [],
    ],
    [
      'takes the median of three',
      [report('152'), report('150'), report('151')],
      agreedOn('90'),
      '151',
      true,
      [],
    ],
    [
      'takes the nearest of three that disagree',
      [report('100'), report('140'), report('156')],
      agreedOn('150'),
      '156',
      false,
      ['100', '140'],
    ],
  ])('for SOL and USDC %s', (_name, reports, known, price, isAgreed, outliers) => {
    const aggregated = aggregatePrice({ symbol: 'SOL', reports, known }, NOW);
    expect(aggregated).toMatchObject({ price: price === null ? null : USD(price), isAgreed });
    expect(aggregated.outliers.map((of) => of.price)).toEqual(outliers.map(USD));
    expect(aggregatePrice({ symbol: 'USDC', reports, known }, NOW)).toEqual(aggregated);
  });

  test('takes the median of three that agree, in any order', () => {
    const [low, mid, high] = [report('150'), report('151'), report('152')];
    for (const reports of [
      [low, mid, high],
      [low, high, mid],
      [mid, low, high],
      [mid, high, low],
      [high, low, mid],
      [high, mid, low],
    ]) {
      const { price } = aggregatePrice({ symbol: 'SOL', reports, known: agreedOn('90') }, NOW);
      expect(price).toBe(USD('151'));
    }
    const four = [report('152.5'), mid, low, high];
    const { price } = aggregatePrice({ symbol: 'SOL', reports: four, known: agreedOn('90') }, NOW);
    expect(price, 'the lower of the two medians').toBe(USD('151'));
  });

  test.each<[string, PriceReport]>([
    ['three minutes old', report('150', { ageMs: 3 * MINUTE_MS })],
    ['three minutes ahead', report('150', { ageMs: -3 * MINUTE_MS })],
    ['uncertain by 2%', report('150', { uncertainty: USD('3') })],
    ['five million USD', report('5000000')],
  ])('accepts a report that is %s', (_name, reported) => {
    const known = since(null);
    const { price } = aggregatePrice({ symbol: 'BTC', reports: [reported], known }, NOW);
    expect(price).toBe(reported.price);
  });

  test('rounds SOL to 10⁻⁸ USD, and other assets to 10⁻¹²', () => {
    const fine = [report('147.480000015')];
    expect(
      aggregatePrice({ symbol: 'SOL', reports: fine, known: agreedOn('147') }, NOW).price,
    ).toBe(USD('147.48000002'));
    expect(aggregatePrice({ symbol: 'AXL', reports: fine, known: since(null) }, NOW).price).toBe(
      USD('147.480000015'),
    );
  });

  const anyReport = fc.record({
    provider: fc.constantFrom('one', 'two'),
    price: fc
      .oneof(fc.bigInt(-10n, 10n), fc.bigInt(50n, 300n), fc.bigInt(98n, 103n))
      .map((usd) => usdPrice(usd * 1_000000000000n)),
    uncertainty: fc.constantFrom(0n, 1_000000000000n, 10_000000000000n),
    ageMs: fc.constantFrom(0, MINUTE_MS, HOUR_MS),
  });
  const anyLast = fc.option(
    fc.record({
      price: fc.bigInt(50n, 300n).map((usd) => usdPrice(usd * 1_000000000000n)),
      at: fc.constantFrom(NOW, T0, after(T0, -1)),
      source: fc.constantFrom<MarketPrice['source']>('feed', 'fallback'),
    }),
  );
  /** |a − b| / b in millionths of a percent, computed differently from the rule. */
  const apart = (a: bigint, b: bigint): bigint => ((a > b ? a - b : b - a) * 100_000_000n) / b;

  test('returns a plausible reported price that another report or the last price confirms, unless it is the only one', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { maxLength: 3 }), anyLast, (reports, last) => {
        const { price, outliers } = aggregatePrice(
          { symbol: 'BTC', reports, known: since(last) },
          NOW,
        );
        const others = reports.filter((of) => of.price !== price);
        for (const of of outliers) expect(reports).toContainEqual(of);
        if (price === null) return;
        expect(price).toBeGreaterThan(0n);
        const said = reports.filter((of) => of.price === price);
        expect(
          said.some(
            ({ ageMs, uncertainty }) =>
              ageMs < HOUR_MS && apart(price + uncertainty, price) <= 2_000_000n,
          ),
        ).toBe(true);
        const recent = last?.source === 'feed' && last.at >= T0 ? last.price : null;
        const hasWitness =
          said.length > 1 ||
          others.some((of) => of.price > 0n && apart(of.price, price) <= 3_000_000n) ||
          (recent !== null && apart(price, recent) <= 25_000_000n);
        const isAlone = recent === null && outliers.length === 0;
        expect(hasWitness || isAlone).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('accepts or rejects two reports in any order', () => {
    fc.assert(
      fc.property(anyReport, anyReport, anyLast, (a, b, last) => {
        const [one, other] = [
          aggregatePrice({ symbol: 'BTC', reports: [a, b], known: since(last) }, NOW),
          aggregatePrice({ symbol: 'BTC', reports: [b, a], known: since(last) }, NOW),
        ];
        expect(one.price === null).toBe(other.price === null);
        expect(one.outliers).toHaveLength(other.outliers.length);
      }),
    );
  });
});

describe('one wrong provider', () => {
  const usd = (least: bigint, most: bigint) =>
    fc.bigInt(least * 100n, most * 100n).map((cents) => usdPrice(cents * 10_000000000n));
  const say = (provider: string, price: UsdPrice): PriceReport => ({
    ...report('1', { provider }),
    price,
  });

  test('moves the SOL price by at most 2% if two others agree', () => {
    fc.assert(
      fc.property(
        usd(100n, 200n),
        usd(1n, 1_000n),
        fc.integer({ min: 0, max: 2 }),
        (p, lie, at) => {
          const reports = [say('one', p), say('two', p)];
          reports.splice(at, 0, say('liar', lie));
          const { price, isAgreed } = aggregatePrice(
            { symbol: 'SOL', reports, known: agreedOn('150') },
            NOW,
          );
          expect(isAgreed).toBe(true);
          const off = price! > p ? price! - p : p - price!;
          expect(off * 100n).toBeLessThanOrEqual(p * 2n);
        },
      ),
    );
  });

  test('alone moves the SOL price by at most 5% in total, however long it reports', () => {
    fc.assert(
      fc.property(usd(100n, 200n), fc.array(usd(1n, 400n), { maxLength: 20 }), (truth, lies) => {
        let known: KnownPrice = { last: null, agreed: truth };
        for (const lie of lies) {
          const { price, isAgreed } = aggregatePrice(
            { symbol: 'SOL', reports: [say('liar', lie)], known },
            NOW,
          );
          expect(isAgreed).toBe(false);
          if (price === null) continue;
          known = { agreed: truth, last: { price, at: NOW, source: 'feed' } };
          const off = price > truth ? price - truth : truth - price;
          expect(off * 100n).toBeLessThanOrEqual(truth * 5n);
        }
      }),
    );
  });
});

describe('a stored price', () => {
  test('is due for a poll after two minutes, or if it is a fallback', () => {
    expect(isFetchDue(feed('150', 2 * MINUTE_MS - 1), NOW)).toBe(false);
    expect(isFetchDue(feed('150', 2 * MINUTE_MS), NOW)).toBe(true);
    expect(isFetchDue({ ...fallback, at: NOW }, NOW)).toBe(true);
  });

  test('is written if it changed, or is two minutes old', () => {
    const price = USD('150');
    expect(shouldStore(null, price, NOW)).toBe(true);
    expect(shouldStore({ ...fallback, price }, price, NOW)).toBe(true);
    expect(shouldStore(feed('150.01'), price, NOW)).toBe(true);
    expect(shouldStore(feed('150', 2 * MINUTE_MS - 1), price, NOW)).toBe(false);
    expect(shouldStore(feed('150', 2 * MINUTE_MS), price, NOW)).toBe(true);
  });

  test('is labelled by source and age', () => {
    expect(priceStatus(feed('150', 10 * MINUTE_MS), false, NOW)).toBe('feed');
    expect(priceStatus(feed('150', 10 * MINUTE_MS + 1), false, NOW)).toBe('last-known');
    expect(priceStatus({ ...fallback, at: NOW }, false, NOW)).toBe('fallback');
    expect(priceStatus(fallback, true, NOW)).toBe('static');
  });
});

describe('reports on several assets', () => {
  test('are aggregated separately, and new prices are stored', () => {
    const known = new Map([
      ['SOL', since(feed('150'))],
      ['BTC', since(feed('97000'))],
    ]);
    const reports = new Map([
      ['SOL', [report('150'), report('150', { provider: 'two' })]],
      ['BTC', [report('98000')]],
      ['AXL', [report('0.44'), report('0.9', { provider: 'two' })]],
      ['ETH', [report('3000')]],
    ]);
    const { assets, toStore } = aggregateReports(reports, known, NOW);
    const stored = (symbol: string, price: string) => ({
      symbol,
      at: NOW,
      price: USD(price),
      source: 'feed',
      isAgreed: false,
    });
    expect(toStore).toEqual([stored('BTC', '98000'), stored('ETH', '3000')]);
    expect([...assets.keys()]).toEqual(['SOL', 'BTC', 'AXL', 'ETH']);
    expect(assets.get('AXL')).toMatchObject({ aggregated: { price: null }, last: null });
    expect(assets.get('AXL')?.aggregated.outliers).toHaveLength(2);
    expect(assets.get('SOL')?.last).toEqual(known.get('SOL')?.last);
  });

  test('are never dated before the last price, even if the clock went back', () => {
    const ahead = feed('150', -HOUR_MS);
    const reports = new Map([['SOL', [report('149'), report('149', { provider: 'two' })]]]);
    const known = new Map([['SOL', { last: ahead, agreed: null }]]);
    expect(aggregateReports(reports, known, NOW).toStore).toMatchObject([
      { at: after(NOW, HOUR_MS) },
    ]);
  });
});
