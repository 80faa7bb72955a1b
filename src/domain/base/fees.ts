import type { Token } from './money.ts';
import type { ItemType } from './references.ts';

/**
 * System accounts that take fees: the asset of each, and the type of history line that shows the fee. All
 * fees of one type of line have one asset. LMT fees are burned. A restake has one fee, whoever began it.
 */
export const FEES = {
  'fee.restake': { asset: 'LMT', line: 'restake' },
  'fee.unstake': { asset: 'LMT', line: 'withdraw' },
  'fee.sell': { asset: 'LMT', line: 'sell' },
  'fee.stake': { asset: 'SOL', line: 'stake' },
} as const satisfies Readonly<
  Record<`fee.${string}`, { readonly asset: Token; readonly line: ItemType }>
>;
export type FeeKind = keyof typeof FEES;
/** Type of history line that can show a fee. */
export type FeeLine = (typeof FEES)[FeeKind]['line'];

/** True if an account of this kind takes fees. */
export const isFee = (kind: string): kind is FeeKind => Object.hasOwn(FEES, kind);

/** Fees that a user paid, in base units by type of history line. */
export type FeesPaid = Readonly<Record<FeeLine, bigint>>;

/** Sums postings to fee accounts. A returned fee counts as not paid. Other accounts are left out. */
export function feesPaid(
  postings: Iterable<{ readonly kind: string; readonly amount: bigint }>,
): FeesPaid {
  const none = Object.values(FEES).map(({ line }) => [line, 0n]);
  const sums = Object.fromEntries(none) as Record<FeeLine, bigint>;
  for (const { kind, amount } of postings) if (isFee(kind)) sums[FEES[kind].line] += amount;
  return sums;
}
