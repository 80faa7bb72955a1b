import type { Token } from './money.ts';
import type { ItemType } from './references.ts';

/**
 * System accounts of fees: the asset of each, and the type of history line that shows the fee. LMT fees are
 * burned. Manual and automatic restakes share an account.
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
export type FeeLine = (typeof FEES)[FeeKind]['line'];

export const isFee = (kind: string): kind is FeeKind => Object.hasOwn(FEES, kind);

/** Fees that a user paid, in base units, by type of history line. */
export type FeesPaid = Readonly<Record<FeeLine, bigint>>;

/** Sums postings to fee accounts, and ignores other accounts. A returned fee counts as not paid. */
export function feesPaid(
  postings: Iterable<{ readonly kind: string; readonly amount: bigint }>,
): FeesPaid {
  const none = Object.values(FEES).map(({ line }) => [line, 0n]);
  const sums = Object.fromEntries(none) as Record<FeeLine, bigint>;
  for (const { kind, amount } of postings) if (isFee(kind)) sums[FEES[kind].line] += amount;
  return sums;
}
