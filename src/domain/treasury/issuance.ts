import { type Lmt, lmt } from '../base/money.ts';

/** The system accounts from which LMT comes and into which it goes. */
export const LMT_SOURCES = ['issuance', 'rewards', 'adjusted', 'feesBurned', 'soldBurned'] as const;
export type LmtSource = (typeof LMT_SOURCES)[number];

/** What an account has received (positive) or given (negative) of LMT, taken back entries off. */
export interface SourceSum {
  readonly kind: LmtSource;
  readonly amount: bigint;
}

/** LMT that came into being and LMT that ceased to be; the difference is the supply. */
export interface Issuance {
  readonly issued: Lmt;
  readonly burned: Lmt;
}

/**
 * What accounts gave on balance is issued, what they took is burned.
 *
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
