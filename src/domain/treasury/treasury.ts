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

/** The price of SOL among the holdings; null where none is known. */
export const solPriceOf = (holdings: readonly Holding[]): UsdPrice | null =>
  holdings.find(({ symbol }) => symbol === 'SOL')?.price ?? null;

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
