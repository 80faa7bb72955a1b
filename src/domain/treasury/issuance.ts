import type { SystemKind } from '../base/ledger.ts';
import { type Lmt, lmt } from '../base/money.ts';

/** LMT that a system account has received (positive) or given (negative), net of reversals. */
export interface SourceSum {
  readonly kind: SystemKind;
  readonly amount: bigint;
}

/** LMT issued and LMT burned; the difference is the supply. */
export interface Issuance {
  readonly issued: Lmt;
  readonly burned: Lmt;
}

/**
 * Sums the net amounts: accounts that gave LMT count as issued, accounts that received LMT as burned.
 * @example // 10 LMT bonded, 0.5 taken as fees: issued 10, burned 0.5
 */
export function issuanceOf(sums: readonly SourceSum[]): Issuance {
  const positive = (amounts: readonly bigint[]): Lmt =>
    lmt(amounts.reduce((total, amount) => (amount > 0n ? total + amount : total), 0n));
  return {
    issued: positive(sums.map(({ amount }) => -amount)),
    burned: positive(sums.map(({ amount }) => amount)),
  };
}
