import { OPEN_PAYOUT_STATUSES, type Payout } from '#domain/payouts/payout';
import type { PayoutClaim } from '#domain/payouts/payout-budget';
import { type Fields, column, count, entity, instant, optional } from './entity.ts';

/** Part of a payout that other payouts depend on: reserved amount, creation time, and nonce. */
type StoredClaim = PayoutClaim & Pick<Payout, 'nonce' | 'createdAt'>;

const CLAIM: Fields<StoredClaim> = {
  id: column('id', 'uuid'),
  purpose: column('purpose', 'payout_purpose'),
  isOutside: column('outside', 'boolean'),
  token: column('token', 'pay_token'),
  amount: column('amount', 'bigint'),
  rentCharged: column('rent_charged', 'bigint'),
  status: column('status', 'payout_status'),
  costs: column('costs', 'bigint'),
  nonce: optional({
    account: column('nonce_account', 'text'),
    value: column('nonce_value', 'text'),
  }),
  createdAt: instant('created_at'),
  settledAt: instant('settled_at'),
  landedSlot: count('landed_slot'),
};

export const PAYOUT_CLAIM = entity<StoredClaim>('payouts', CLAIM);

export const PAYOUT = entity<Payout>('payouts', {
  ...CLAIM,
  subject: column('subject', 'uuid'),
  userId: column('user_id', 'uuid'),
  receiver: column('receiver', 'text'),
  built: column('built', 'text'),
  signed: column('signed', 'text'),
  signature: column('signature', 'text'),
  builtSlot: count('built_slot'),
  expiresAt: instant('expires_at'),
  isWithdrawing: column('withdrawing', 'boolean'),
  err: column('err', 'text'),
});

/** SQL condition: payout `o` can still pay. Derived from the domain's rule, and matches the index's condition. */
export const IS_OPEN_PAYOUT = `o.status in (${OPEN_PAYOUT_STATUSES.map((status) => `'${status}'`).join(', ')})`;
