import { APY_DECIMALS, DECIMALS, MAX_AMOUNT, RATE_DECIMALS, formatDecimal } from './money.ts';
import { type Result, ok, refuse } from './result.ts';
import type { Settings } from './terms.ts';

/** What the owner changes in one call. */
export type SettingsChange = { readonly [K in keyof Settings]?: Settings[K] };

type Numeric = Exclude<keyof Settings, 'apyMode'>;
interface Range {
  readonly least: bigint;
  readonly most: bigint;
  readonly decimals: number;
}

const FEE: Range = { least: 0n, most: 1_000_000n, decimals: RATE_DECIMALS };
const YIELD: Range = { least: 0n, most: 1_000_000_00n, decimals: APY_DECIMALS };
const REVENUE: Range = { least: 0n, most: 1_000_000_000_000_000n, decimals: DECIMALS.USDC };

const RANGES: { readonly [K in Numeric]: Range } = {
  stakingFee: FEE,
  sellFee: FEE,
  restakeFee: FEE,
  withdrawalFee: FEE,
  weeklyPriceIncrease: FEE,
  maxSupply: { least: 1n, most: MAX_AMOUNT, decimals: DECIMALS.LMT },
  baseApy: YIELD,
  currentApy: YIELD,
  maxDynamicApy: YIELD,
  arbitrageTrading: REVENUE,
  yieldFarming: REVENUE,
  highFrequencyTrading: REVENUE,
};

/** The settings after a change; refused whole where one value is out of range or two contradict each other. */
export function changeSettings(before: Settings, change: SettingsChange): Result<Settings> {
  const next: Settings = { ...before, ...change };
  for (const [name, { least, most, decimals }] of Object.entries(RANGES)) {
    const value = next[name as Numeric];
    if (value !== null && (value < least || value > most)) {
      const allowed = `between ${formatDecimal(least, decimals)} and ${formatDecimal(most, decimals)}`;
      return refuse('SETTING_OUT_OF_RANGE', { name, allowed });
    }
  }
  const most = `at most maxDynamicAPY, ${formatDecimal(next.maxDynamicApy, APY_DECIMALS)}`;
  if (next.currentApy > next.maxDynamicApy) {
    return refuse('SETTING_OUT_OF_RANGE', { name: 'currentAPY', allowed: most });
  }
  if (next.baseApy > next.maxDynamicApy) {
    return refuse('SETTING_OUT_OF_RANGE', { name: 'baseAPY', allowed: most });
  }
  return ok(next);
}
