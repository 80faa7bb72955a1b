import {
  type Apy,
  type Lmt,
  type LmtPrice,
  type UsdPrice,
  type Usdc,
  mulDivDown,
  mulDivHalfUp,
  usdc,
} from '../base/money.ts';
import { valueInUsd } from '../terms/price.ts';

/** Asset that the treasury holds; excluded from totals without a price. */
export interface Holding {
  readonly symbol: string;
  readonly units: bigint;
  readonly decimals: number;
  readonly price: UsdPrice | null;
}

/** Returns a holding's value in USD; null without a price. */
export function holdingValue({ units, decimals, price }: Holding): Usdc | null {
  return price === null ? null : valueInUsd(units, decimals, price);
}

export function holdingsValue(holdings: readonly Holding[]): Usdc {
  return usdc(holdings.reduce((total, holding) => total + (holdingValue(holding) ?? 0n), 0n));
}

/** Returns the price of SOL among the holdings; null if unknown. */
export const solPriceOf = (holdings: readonly Holding[]): UsdPrice | null =>
  holdings.find(({ symbol }) => symbol === 'SOL')?.price ?? null;

/** Returns the cost of one day of an APY on all staked LMT, in USD, rounded down. */
export function dailyApyCost(staked: Lmt, yearly: Apy, price: LmtPrice): Usdc {
  return usdc(mulDivDown(staked * yearly, price, 10_000n * 365n * 100_000_000n));
}

/** Returns holdings over liabilities in hundredths, rounded down (242n is 2.42 times); null if nothing is owed. */
export function coverage(holdings: Usdc, liabilities: Usdc): bigint | null {
  return liabilities === 0n ? null : mulDivDown(holdings, 100n, liabilities);
}

/** Returns a value's share of a total in hundredths of a percent, half up; null if the total is 0. */
export function shareOf(value: Usdc, total: Usdc): bigint | null {
  return total === 0n ? null : mulDivHalfUp(value, 10_000n, total);
}
