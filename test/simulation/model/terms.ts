import { DAY, MILLION, type Prices, WEEK, halfUp, lower } from './arithmetic.ts';

/** A billion USDC in units of 10⁻⁶: maximum of the weekly steps. */
const PRICE_MAX = 1_000_000_000_000_000n;

/** Fees and growth in millionths, APYs in hundredths of a percent, revenue in 10⁻⁶ USD per day. */
export interface Settings {
  readonly stakingFee: bigint;
  readonly sellFee: bigint;
  readonly restakeFee: bigint;
  readonly withdrawalFee: bigint | null;
  readonly growth: bigint;
  readonly maxSupply: bigint;
  readonly apyMode: 'fixed' | 'dynamic';
  readonly baseApy: bigint;
  readonly fixedApy: bigint;
  readonly maxApy: bigint;
  readonly revenue: bigint;
}

/** Histories of terms, oldest first. */
export interface Terms {
  readonly settings: { readonly at: number; readonly value: Settings }[];
  /** Prices set by the owner; weekly steps follow from them. */
  readonly lmt: { readonly at: number; readonly price: bigint }[];
  readonly sol: { readonly at: number; readonly price: bigint }[];
  readonly pauses: { readonly from: number; to: number | null }[];
}

/** An instant with the terms. */
export interface Moment {
  readonly terms: Terms;
  readonly now: number;
}

/** Terms of a new database. */
export const firstTerms = (at: number): Terms => ({
  settings: [
    {
      at,
      value: {
        stakingFee: 20_000n,
        sellFee: 150_000n,
        restakeFee: 15_000n,
        withdrawalFee: null,
        growth: 15_000n,
        maxSupply: 1_000_000_00000000n,
        apyMode: 'fixed',
        baseApy: 1_000_00n,
        fixedApy: 1_000_00n,
        maxApy: 10_000_00n,
        revenue: 7_500_000_000n,
      },
    },
  ],
  lmt: [{ at, price: 987_000_000n }],
  sol: [{ at, price: 200_000_000_000_000n }],
  pauses: [],
});

function last<T extends { readonly at: number }>(list: readonly T[], at: number): T {
  const found = list.findLast((entry) => entry.at <= at) ?? list[0];
  if (!found) throw new Error('the terms have no beginning');
  return found;
}

export const settingsAt = ({ settings }: Terms, at: number): Settings => last(settings, at).value;

/** The price grows weekly by the rate then in force, up to the maximum. */
export function pricesAt(terms: Terms, at: number): Prices {
  const set = last(terms.lmt, at);
  let { price } = set;
  for (let step = set.at + WEEK; step <= at; step += WEEK) {
    const next = halfUp(price * (MILLION + settingsAt(terms, step).growth), MILLION);
    price = price >= PRICE_MAX ? price : next < PRICE_MAX ? next : PRICE_MAX;
  }
  return { lmt: price, sol: last(terms.sol, at).price };
}

/** Instants of a time range at which a price may change, including its start. */
export function priceChanges(terms: Terms, from: number, to: number): number[] {
  const set = last(terms.lmt, from);
  const steps: number[] = [];
  for (let step = set.at + WEEK; step <= to; step += WEEK) steps.push(step);
  const changes = [...terms.lmt, ...terms.sol].map(({ at }) => at);
  return [from, ...[...steps, ...changes].filter((at) => at > from && at <= to)];
}

/** Each full $1,000 of daily revenue adds 50 points to the base. */
export function apyAt(terms: Terms, at: number): bigint {
  const { apyMode, fixedApy, baseApy, maxApy, revenue } = settingsAt(terms, at);
  if (apyMode === 'fixed') return fixedApy;
  return lower(baseApy + (revenue / 1_000_000_000n) * 50_00n, maxApy);
}

export const isPaused = ({ pauses }: Terms, at: number): boolean =>
  pauses.some(({ from, to }) => from <= at && (to === null || at < to));

/**
 * Instant at which a window closes; null while a pause holds it open. The time left when a pause begins is
 * left when it ends.
 */
export function windowEnd({ pauses }: Terms, matured: number): number | null {
  let end = matured + DAY;
  for (const { from, to } of pauses) {
    if (end <= from) return end;
    if (to === null) return null;
    if (matured < to) end = to + (end - Math.max(matured, from));
  }
  return end;
}
