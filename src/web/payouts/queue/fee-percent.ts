import type { SellJson } from '#contract/sells/sells';
import { formatDecimal, mulDivHalfUp, parseAmount } from '#domain/base/money';

import { formatPercent } from '../../kernel/ui/format/format.ts';

/**
 * The rate at which a request's fee was taken, to a hundredth of a percent.
 *
 * @example feePercent({ lmtAmount: '2.71506849', sellFee: '0.40726028' }) // '15%'
 */
export function feePercent({
  lmtAmount,
  sellFee,
}: Pick<SellJson, 'lmtAmount' | 'sellFee'>): string {
  const amount = parseAmount('LMT', lmtAmount) ?? 0n;
  const fee = parseAmount('LMT', sellFee) ?? 0n;
  const rate = amount === 0n ? 0n : mulDivHalfUp(fee, 10_000n, amount);
  return formatPercent(formatDecimal(rate, 4)).replace('.0%', '%');
}
