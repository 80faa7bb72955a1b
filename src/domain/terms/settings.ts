import {
  APY_DECIMALS,
  DECIMALS,
  type Lamports,
  LMT_PRICE_DECIMALS,
  type LmtPrice,
  RATE_DECIMALS,
  type UsdPrice,
  formatDecimal,
  usdPrice,
} from '../base/money.ts';
import { solPriceFromLmt } from './price.ts';
import { type Refused, type Result, ok, refuse } from '../base/result.ts';
import { LMT_PRICE_MAX, type Settings } from './terms.ts';

/** What the owner changes in one call. */
export type SettingsChange = { readonly [K in keyof Settings]?: Settings[K] };

type Numeric = Exclude<keyof Settings, 'apyMode'>;
interface Range {
  readonly least: bigint;
  readonly most: bigint;
  readonly decimals: number;
}

/** What one setting may be, and how the owner enters it. */
interface Entered extends Range {
  /** The call that changes it: `POST /api/admin/settings` or `POST /api/admin/revenue`. */
  readonly call: 'settings' | 'revenue';
  /** What the owner calls it, the name that refusals use first; two are the two sides' names for it. */
  readonly names: readonly [string, ...string[]];
  /** Whether null takes it back. */
  readonly isOptional?: true;
}

const fee = (...names: Entered['names']): Entered => ({
  least: 0n,
  most: 1_000_000n,
  decimals: RATE_DECIMALS,
  call: 'settings',
  names,
});
const apy = (call: Entered['call'], name: string): Entered => ({
  least: 0n,
  most: 1_000_000_00n,
  decimals: APY_DECIMALS,
  call,
  names: [name],
});
const revenue = (name: string): Entered => ({
  least: 0n,
  most: 1_000_000_000_000_000n,
  decimals: DECIMALS.USDC,
  call: 'revenue',
  names: [name],
});

/** A billion LMT: corrections and rewards of ninety times as much fit into the ledger's sums. */
const SUPPLY_MOST = 100_000_000_000_000_000n;

/** Every setting that is a number. */
export const ENTERED: { readonly [K in Numeric]: Entered } = {
  stakingFee: fee('stakingFee'),
  sellFee: fee('sellFee', 'sellingFee'),
  restakeFee: fee('restakeFee', 'autoRestakeFee'),
  withdrawalFee: { ...fee('withdrawalFee'), isOptional: true },
  // More would multiply the price by 13,000 in a year.
  weeklyPriceIncrease: { ...fee('weeklyPriceIncrease'), most: 200_000n },
  maxSupply: {
    least: 1n,
    most: SUPPLY_MOST,
    decimals: DECIMALS.LMT,
    call: 'settings',
    names: ['maxSupply'],
  },
  baseApy: apy('settings', 'baseAPY'),
  currentApy: apy('revenue', 'currentAPY'),
  maxDynamicApy: apy('settings', 'maxDynamicAPY'),
  arbitrageTrading: revenue('arbitrageTrading'),
  yieldFarming: revenue('yieldFarming'),
  highFrequencyTrading: revenue('highFrequencyTrading'),
};

/** The settings after a change; refused whole where one value is out of range or two contradict each other. */
export function changeSettings(before: Settings, change: SettingsChange): Result<Settings> {
  const next: Settings = { ...before, ...change };
  for (const [key, range] of Object.entries(ENTERED)) {
    // An entry made when the range was wider stays in force, and stops no change of another setting.
    const value = change[key as Numeric] ?? null;
    if (value !== null && isOutside(value, range)) return outside(range.names[0], range);
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

const isOutside = (value: bigint, { least, most }: Range): boolean => value < least || value > most;

function outside(name: string, { least, most, decimals }: Range): Refused {
  const allowed = `between ${formatDecimal(least, decimals)} and ${formatDecimal(most, decimals)}`;
  return refuse('SETTING_OUT_OF_RANGE', { name, allowed });
}

const LMT_PRICE: Range = {
  least: 1n,
  most: LMT_PRICE_MAX,
  decimals: LMT_PRICE_DECIMALS,
};
const SOL_PRICE = { least: usdPrice(10_000n), most: usdPrice(1_000_000_000000000000n) } as const;

/** Prices that the owner enters: LMT in USDC, and LMT in SOL. Null where one is left as it is. */
export interface EnteredPrices {
  readonly lmt: LmtPrice | null;
  readonly lmtInSol: Lamports | null;
}

/**
 * What entered prices put in force: a new LMT price, and the SOL price at which one LMT costs what was
 * entered. Null where one is left as it is. Where both are entered, the new LMT price counts.
 *
 * @example enterPrices(987 USDC, { lmt: null, lmtInSol: 4.935 SOL }) // { lmt: null, sol: 200 USD }
 */
export function enterPrices(
  before: LmtPrice,
  { lmt, lmtInSol }: EnteredPrices,
): Result<{ readonly lmt: LmtPrice | null; readonly sol: UsdPrice | null }> {
  if (lmt !== null && isOutside(lmt, LMT_PRICE)) return outside('lmtPriceUSDC', LMT_PRICE);
  if (lmtInSol === null) return ok({ lmt, sol: null });
  const allowed = 'so that SOL is worth between 0.00000001 and 1000000 USD';
  if (lmtInSol <= 0n) return refuse('SETTING_OUT_OF_RANGE', { name: 'lmtPriceSOL', allowed });
  const sol = solPriceFromLmt(lmt ?? before, lmtInSol);
  if (sol < SOL_PRICE.least || sol > SOL_PRICE.most) {
    return refuse('SETTING_OUT_OF_RANGE', { name: 'lmtPriceSOL', allowed });
  }
  return ok({ lmt, sol });
}
