import type { UsedPayment } from '#domain/payments/payment';
import { column, count, entity, instant } from './entity.ts';

export const PAYMENT = entity<UsedPayment>('payments', {
  id: column('id', 'uuid'),
  signature: column('signature', 'text'),
  payer: column('payer', 'text'),
  purpose: column('purpose', 'payment_purpose'),
  subject: column('subject', 'uuid'),
  userId: column('user_id', 'uuid'),
  token: column('token', 'pay_token'),
  amount: column('amount', 'bigint'),
  feeTaken: column('fee_taken', 'bigint'),
  blockTime: instant('block_time'),
  slot: count('slot'),
  finalized: column('finalized', 'boolean'),
});
