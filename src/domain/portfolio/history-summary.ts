import { type Bond, isPaidBond } from '../bonds/bond.ts';
import type { HistoryItem } from '../base/change.ts';
import { type LmtPrice, type Token, type Usdc, type UsdPrice, sum } from '../base/money.ts';
import { worthInUsd } from '../terms/price.ts';
import type { Instant } from '../base/time.ts';

/** Amounts in base units, by token. */
export type Sums = Readonly<Record<Token, bigint>>;

export interface HistorySummary {
  /** Fees in USD, at the time of each item. */
  readonly fees: Usdc;
  readonly volume: Usdc;
  readonly feesByToken: Sums;
  readonly volumeByToken: Sums;
}

type Item = Pick<HistoryItem, 'type' | 'at' | 'amount' | 'token' | 'fee' | 'feeToken' | 'status'>;
export type PricesAt = (at: Instant) => { readonly lmt: LmtPrice; readonly sol: UsdPrice | null };

/** Returns the amount and the fee of an item in USD, at the prices of its own time. */
export function worthOf(
  { at, token, amount, feeToken, fee }: Omit<Item, 'type' | 'status'>,
  pricesAt: PricesAt,
): { readonly amount: Usdc; readonly fee: Usdc } {
  const prices = pricesAt(at);
  return { amount: worthInUsd(token, amount, prices), fee: worthInUsd(feeToken, fee, prices) };
}

/** Returns a user's moved amounts and fees; leaves out failed items. */
export function historySummary(items: readonly Item[], pricesAt: PricesAt): HistorySummary {
  const counted = items.filter(({ status }) => status !== 'failed');
  const worth = counted.map((item) => worthOf(item, pricesAt));
  return {
    fees: sum(worth.map(({ fee }) => fee)),
    volume: sum(worth.map(({ amount }) => amount)),
    feesByToken: sumsOf(counted.map(({ feeToken, fee }) => [feeToken, fee])),
    volumeByToken: sumsOf(counted.map(({ token, amount }) => [token, amount])),
  };
}

/** Returns what a user paid for bonds, and their LMT. */
export function bondedSums(bonds: readonly Bond[]): Sums {
  const paid = bonds.filter(isPaidBond);
  return sumsOf(
    paid.flatMap(({ token, amount, lmtAmount }) => [
      [token, amount],
      ['LMT', lmtAmount],
    ]),
  );
}

function sumsOf(amounts: readonly (readonly [Token, bigint])[]): Sums {
  const sums = { LMT: 0n, SOL: 0n, USDC: 0n };
  for (const [token, amount] of amounts) sums[token] += amount;
  return sums;
}
