import { type Bond, isPaidBond } from '../bonds/bond.ts';
import type { HistoryItem } from '../base/change.ts';
import { type LmtPrice, type Token, type Usdc, type UsdPrice, usdc } from '../base/money.ts';
import { worthInUsd } from '../terms/price.ts';
import type { Instant } from '../base/time.ts';

/** Base units of each token. */
export type Sums = Readonly<Record<Token, bigint>>;

export interface HistorySummary {
  /** In USD at the time of each item. */
  readonly fees: Usdc;
  readonly volume: Usdc;
  readonly feesByToken: Sums;
  readonly volumeByToken: Sums;
}

type Item = Pick<HistoryItem, 'type' | 'at' | 'amount' | 'token' | 'fee' | 'feeToken' | 'status'>;
type PricesAt = (at: Instant) => { readonly lmt: LmtPrice; readonly sol: UsdPrice | null };

/** What a user moved and paid in fees; what failed does not count. */
export function historySummary(items: readonly Item[], pricesAt: PricesAt): HistorySummary {
  const counted = items.filter(({ status }) => status !== 'failed');
  let [fees, volume] = [0n, 0n];
  for (const { at, token, amount, feeToken, fee } of counted) {
    const prices = pricesAt(at);
    fees += worthInUsd(feeToken, fee, prices);
    volume += worthInUsd(token, amount, prices);
  }
  return {
    fees: usdc(fees),
    volume: usdc(volume),
    feesByToken: sumsOf(counted.map(({ feeToken, fee }) => [feeToken, fee])),
    volumeByToken: sumsOf(counted.map(({ token, amount }) => [token, amount])),
  };
}

/** Fees of one kind of items; what is not completed has cost nothing yet. */
export function feesPaid(items: readonly Item[], type: Item['type']): bigint {
  return items
    .filter((item) => item.type === type && item.status === 'completed')
    .reduce((total, { fee }) => total + fee, 0n);
}

/** What a user paid for bonds, and the LMT that they are for. */
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
