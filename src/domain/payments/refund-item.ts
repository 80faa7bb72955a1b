import type { HistoryItem } from '../base/change.ts';
import type { Refusal } from '../base/errors.ts';
import type { ListedDeposit } from './payment.ts';

/** Returns the payer's note of a payment to be refunded; null if the payment is only listed for the owner. */
export function refundNote({ code }: Refusal, isQuoted: boolean): string | null {
  if (code === 'DEPOSIT_OFF_PEG') {
    return 'USDC was off its peg when it was paid: the payment is to be refunded';
  }
  return code === 'SUPPLY_EXCEEDED' && isQuoted
    ? 'The maximum supply left no room for this bond: the payment is to be refunded'
    : null;
}

/** Builds the history line of a payment to be refunded. */
export const refundItem = (
  { id: subject, token, amount, signature: hash, blockTime: at }: ListedDeposit,
  userId: string,
  note: string,
): HistoryItem => ({
  type: 'bond',
  userId,
  subject,
  at,
  amount,
  token,
  fee: 0n,
  feeToken: token,
  status: 'failed',
  hash,
  note,
});
