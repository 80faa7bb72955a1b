import type { Vault } from '#domain/vaults/vault';
import { column, entity, instant, optional } from './entity.ts';

export const VAULT = entity<Vault>('vaults', {
  id: column('id', 'uuid'),
  userId: column('user_id', 'uuid'),
  status: column('status', 'vault_status'),
  amount: column('amount', 'bigint'),
  originalAmount: column('original_amount', 'bigint'),
  postedRewards: column('posted_rewards', 'bigint'),
  rewardsOffset: column('rewards_offset', 'bigint'),
  totalRewardsEarned: column('total_rewards_earned', 'bigint'),
  withdrawn: column('withdrawn', 'bigint'),
  cycleNumber: column('cycle_number', 'integer'),
  cycle: optional({
    startsAt: instant('cycle_starts_at'),
    endsAt: instant('cycle_ends_at'),
    apy: column('cycle_apy', 'bigint'),
  }),
  matured: column('matured', 'boolean'),
  vestingStartsAt: instant('vesting_starts_at'),
  vestingEndsAt: instant('vesting_ends_at'),
  autoRestake: column('auto_restake', 'boolean'),
  lastRestake: optional({
    type: column('last_restake_type', 'text'),
    fee: column('last_restake_fee', 'bigint'),
    at: instant('last_restake_at'),
  }),
  feePaid: column('fee_paid', 'bigint'),
  feeSignature: column('fee_signature', 'text'),
  feeFinalized: column('fee_finalized', 'boolean'),
  completedAt: instant('completed_at'),
  released: column('released', 'boolean'),
  voided: column('voided', 'boolean'),
  createdAt: instant('created_at'),
});
