import type { BondJson } from '#contract/bonds/bonds';
import { formatAmount, lmt, parseAmount, sum } from '#domain/base/money';

/** The LMT of some bonds together. */
export function totalOf(bonds: readonly Pick<BondJson, 'lmtAmount'>[]): string {
  const amounts = bonds.map(({ lmtAmount }) => parseAmount('LMT', lmtAmount) ?? lmt(0n));
  return formatAmount('LMT', sum(amounts));
}
