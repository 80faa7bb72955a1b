import type { Payout } from '#domain/sells/payout';
import { column, count, entity, instant } from './entity.ts';

export const PAYOUT = entity<Payout>('payouts', {
  id: column('id', 'uuid'),
  purpose: column('purpose', 'payout_purpose'),
  subject: column('subject', 'uuid'),
  userId: column('user_id', 'uuid'),
  token: column('token', 'pay_token'),
  amount: column('amount', 'bigint'),
  receiver: column('receiver', 'text'),
  status: column('status', 'payout_status'),
  built: column('built', 'text'),
  signed: column('signed', 'text'),
  signature: column('signature', 'text'),
  lastValidBlockHeight: count('last_valid_block_height'),
  builtSlot: count('built_slot'),
  costs: column('costs', 'bigint'),
  createdAt: instant('created_at'),
  expiresAt: instant('expires_at'),
  settledAt: instant('settled_at'),
  err: column('err', 'text'),
});
