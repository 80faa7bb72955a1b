import type { ListedDeposit } from '#domain/payments/payment';
import { formatAmount } from '#domain/base/money';
import { iso } from '#domain/base/time';
import type { DepositJson } from './admin-deposits.ts';

export function serializeDeposit(of: ListedDeposit): DepositJson {
  const { id, sender, token, amount, signature, blockTime, small, status } = of;
  const { refundProposed, ofCredit } = of;
  return {
    id,
    sender,
    tokenType: token,
    amount: formatAmount(token, amount),
    signature,
    blockTime: iso(blockTime),
    status,
    small,
    refundProposed,
    ofCredit,
  };
}
