import { type Apy, type Usdc, add, apy, min, mulDivHalfUp, usdc } from '../base/money.ts';
import type { Settings } from './settings.ts';

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
