import type { Deposit } from '#domain/bonds/unmatched-deposit';
import { formatAmount } from '#domain/base/money';
import { iso } from '#domain/base/time';
import type { DepositJson } from '../admin.ts';

export function presentDeposit(
  of: Deposit & { readonly small: boolean; readonly status: DepositJson['status'] },
): DepositJson {
  const { id, sender, token, amount, signature, blockTime, small, status } = of;
  return {
    id,
    sender,
    tokenType: token,
    amount: formatAmount(token, amount),
    signature,
    blockTime: iso(blockTime),
    status,
    small,
  };
}
