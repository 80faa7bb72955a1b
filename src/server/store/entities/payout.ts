import { OPEN_PAYOUT_STATUSES, type Payout } from '#domain/sells/payout';
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

/** The condition on a payout `o` that can still pay: the rule of the domain, in the index's words. */
export const IS_OPEN_PAYOUT = `o.status in (${OPEN_PAYOUT_STATUSES.map((status) => `'${status}'`).join(', ')})`;
