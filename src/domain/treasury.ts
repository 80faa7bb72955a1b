import {
  type Apy,
  type Lmt,
  type LmtPrice,
  type UsdPrice,
  type Usdc,
  add,
  apy,
  min,
  mulDivDown,
  mulDivHalfUp,
  usdc,
} from './money.ts';
import { valueInUsd } from './price.ts';
import type { Settings } from './terms.ts';

/** Each full $1,000 of daily revenue … */
const BOOST_PER_USD: Usdc = usdc(1_000_000_000n);
/** … adds 50 points to the base APY. */
const BOOST_POINTS: Apy = apy(50_00n);

/** Revenue of all streams in USD a day. */
export function dailyRevenue(settings: Settings): Usdc {
  return add(add(settings.arbitrageTrading, settings.yieldFarming), settings.highFrequencyTrading);
}

/** The APY in force under some settings: what the owner set, or what follows from revenue. */
export function currentApy(settings: Settings): Apy {
  const { apyMode, baseApy, maxDynamicApy } = settings;
  if (apyMode === 'fixed') return settings.currentApy;
  return dynamicApy(baseApy, dailyRevenue(settings), maxDynamicApy);
}

/**
 * The APY that a daily revenue gives: base plus boost, up to the maximum.
 *
 * @example // base 1000%, revenue $7,500: 1000 + 7 × 50 = 1350%
 */
export function dynamicApy(base: Apy, revenue: Usdc, maximum: Apy): Apy {
  const steps = revenue / BOOST_PER_USD;
  return min(apy(base + steps * BOOST_POINTS), maximum);
}

/** A day's rate in percent, in 10⁻⁸: APY / 365, halves up. For display; rewards come from the APY itself. */
export function dailyRate(yearly: Apy): bigint {
  return mulDivHalfUp(yearly, 1_000_000n, 365n);
}

/** An asset that the treasury holds; without a price it is left out of totals. */
export interface Holding {
  readonly symbol: string;
  readonly units: bigint;
  readonly decimals: number;
  readonly price: UsdPrice | null;
}

/** A holding's value in USD; null without a price. */
export function holdingValue({ units, decimals, price }: Holding): Usdc | null {
  return price === null ? null : valueInUsd(units, decimals, price);
}

/** Value of all priced holdings in USD. */
export function holdingsValue(holdings: readonly Holding[]): Usdc {
  return usdc(holdings.reduce((total, holding) => total + (holdingValue(holding) ?? 0n), 0n));
}

/** What LMT is worth in USD at the LMT price, rounded down. */
export function lmtValue(amount: Lmt, price: LmtPrice): Usdc {
  return usdc(mulDivDown(amount, price, 100_000_000n));
}

/** What a day of the current APY costs on everything that is staked, in USD. */
export function dailyApyCost(staked: Lmt, yearly: Apy, price: LmtPrice): Usdc {
  return usdc(mulDivDown(staked * yearly, price, 10_000n * 365n * 100_000_000n));
}

/** Holdings over liabilities in hundredths (242n is 2.42 times); null where nothing is owed. */
export function coverage(holdings: Usdc, liabilities: Usdc): bigint | null {
  return liabilities === 0n ? null : mulDivDown(holdings, 100n, liabilities);
}

/** A value's share of a total in hundredths of a percent, halves up; null where the total is nothing. */
export function shareOf(value: Usdc, total: Usdc): bigint | null {
  return total === 0n ? null : mulDivHalfUp(value, 10_000n, total);
}
