import type { ListedDeposit } from '#domain/payments/payment';
import { column, count, entity, instant } from './entity.ts';

export const DEPOSIT = entity<ListedDeposit>('deposits', {
  id: column('id', 'uuid'),
  sender: column('sender', 'text'),
  token: column('token', 'pay_token'),
  amount: column('amount', 'bigint'),
  signature: column('signature', 'text'),
  blockTime: instant('block_time'),
  slot: count('slot'),
  small: column('small', 'boolean'),
  status: column('status', 'deposit_status'),
  refundProposed: column('refund_proposed', 'boolean'),
  ofCredit: column('of_credit', 'boolean'),
});
