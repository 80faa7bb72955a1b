import { type Apy, type Usdc, add, apy, min, mulDivHalfUp, usdc } from '../base/money.ts';
import type { Settings } from './settings.ts';

/** Step of daily revenue that raises the APY: $1,000. */
const BOOST_PER_USD: Usdc = usdc(1_000_000_000n);
/** APY added per full step of revenue: 50 percentage points. */
const BOOST_POINTS: Apy = apy(50_00n);

/** Returns the revenue of all streams in USD per day. */
export function dailyRevenue(settings: Settings): Usdc {
  return add(add(settings.arbitrageTrading, settings.yieldFarming), settings.highFrequencyTrading);
}

/** Returns the APY under the settings: fixed by the owner, or dynamic from revenue. */
export function currentApy(settings: Settings): Apy {
  const { apyMode, baseApy, maxDynamicApy } = settings;
  if (apyMode === 'fixed') return settings.currentApy;
  return dynamicApy(baseApy, dailyRevenue(settings), maxDynamicApy);
}

/**
 * Returns the dynamic APY for a daily revenue: base plus boost, up to the maximum.
 * @example // base 1000%, revenue $7,500: 1000 + 7 × 50 = 1350%
 */
export function dynamicApy(base: Apy, revenue: Usdc, maximum: Apy): Apy {
  const steps = revenue / BOOST_PER_USD;
  return min(apy(base + steps * BOOST_POINTS), maximum);
}

/**
 * Returns the daily rate in percent, in units of 10⁻⁸: APY / 365, halves rounded up. For display; rewards are
 * computed from the APY itself.
 */
export function dailyRate(yearly: Apy): bigint {
  return mulDivHalfUp(yearly, 1_000_000n, 365n);
}
