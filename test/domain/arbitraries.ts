import * as fc from 'fast-check';

import {
  type Apy,
  type Lmt,
  type LmtPrice,
  type Rate,
  type UsdPrice,
  apy,
  lmt,
  lmtPrice,
  rate,
  usdPrice,
} from '#domain/base/money';
import type { Pause } from '#domain/terms/pause';
import type { Prices } from '#domain/terms/price';
import { DEFAULT_SETTINGS, type Settings } from '#domain/terms/settings';
import type { Terms } from '#domain/terms/terms';
import { DAY_MS, type Instant, after } from '#domain/base/time';

import { T0 } from './builders.ts';

/** Units from 0 to `most`, with small and large ones alike. */
export const units = (most = 10n ** 14n): fc.Arbitrary<bigint> =>
  fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, most));

export const anyLmt: fc.Arbitrary<Lmt> = units().map(lmt);
/** 0% to 100%, inclusive. */
export const anyRate: fc.Arbitrary<Rate> = fc
  .oneof(
    fc.constantFrom(0n, 1n, 15_000n, 150_000n, 999_999n, 1_000_000n),
    fc.bigInt(0n, 1_000_000n),
  )
  .map(rate);
export const anyApy: fc.Arbitrary<Apy> = fc
  .oneof(fc.constantFrom(0n, 1n, 100_000n, 1_000_000n), fc.bigInt(0n, 1_000_000n))
  .map(apy);
const anyLmtPrice: fc.Arbitrary<LmtPrice> = fc.bigInt(1n, 10n ** 12n).map(lmtPrice);
/** SOL price from a cent to 100,000 USD. */
const anySolPrice: fc.Arbitrary<UsdPrice> = fc.bigInt(10n ** 10n, 10n ** 17n).map(usdPrice);
export const anyPrices: fc.Arbitrary<Prices> = fc.record({ lmt: anyLmtPrice, sol: anySolPrice });

/** Instant in the days after day 0, often at or next to a whole day, where rules change. */
export const anyInstant = (days: number): fc.Arbitrary<Instant> =>
  fc
    .oneof(
      fc
        .tuple(fc.integer({ min: 0, max: days }), fc.constantFrom(-1, 0, 1))
        .map(([whole, beside]) => whole * DAY_MS + beside),
      fc.integer({ min: 0, max: days * DAY_MS }),
    )
    .map((ms) => after(T0, Math.max(0, ms)));

/** Default settings with other fees and another APY. */
const anySettings: fc.Arbitrary<Settings> = fc
  .record<Pick<Settings, Extract<keyof Settings, `${string}Fee`> | 'currentApy'>>({
    stakingFee: anyRate,
    sellFee: anyRate,
    restakeFee: anyRate,
    withdrawalFee: fc.option(anyRate),
    currentApy: anyApy,
  })
  .map((changes) => ({ ...DEFAULT_SETTINGS, ...changes }));

/** Disjoint pauses in order; the last may be open. */
const pausesOf = (days: number): fc.Arbitrary<Pause[]> =>
  fc
    .tuple(fc.uniqueArray(anyInstant(days), { maxLength: 7 }), fc.boolean())
    .map(([instants, lasts]) => {
      const sorted = instants.toSorted((a, b) => a - b);
      const pauses: Pause[] = [];
      for (let i = 0; i + 1 < sorted.length; i += 2) {
        const [from, to] = [sorted[i], sorted[i + 1]];
        if (from !== undefined && to !== undefined) pauses.push({ from, to });
      }
      const last = sorted.length % 2 === 1 ? sorted.at(-1) : undefined;
      if (lasts && last !== undefined) pauses.push({ from: last, to: null });
      return pauses;
    });

/** Terms with changing settings and pauses within some days. */
export const anyTerms = (days: number): fc.Arbitrary<Terms> =>
  fc.record({
    settings: fc
      .array(fc.record({ from: anyInstant(days), value: anySettings }), { maxLength: 6 })
      .map((changes) =>
        [{ from: T0, value: DEFAULT_SETTINGS }].concat(changes.toSorted((a, b) => a.from - b.from)),
      ),
    pauses: pausesOf(days),
  });

/** Terms as known at an instant: nothing of the future, with pauses still open. */
export function knownAt(terms: Terms, at: Instant): Terms {
  const pauses = terms.pauses
    .filter(({ from }) => from <= at)
    .map(({ from, to }) => ({ from, to: to !== null && to <= at ? to : null }));
  return { settings: terms.settings.filter(({ from }) => from <= at), pauses };
}
