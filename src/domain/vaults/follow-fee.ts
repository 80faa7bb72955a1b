import { type HistoryItem, followedBy, unchanged } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import { lamports } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import type { Outcome } from '../payments/follow-bond.ts';
import type { UsedPayment } from '../payments/payment.ts';
import type { Terms } from '../terms/terms.ts';
import { feeDroppedJournal } from '../payments/fee-credit.ts';
import type { Vault } from './vault.ts';
import { type ScheduledVault, scheduled } from './vault-schedule.ts';
import { stakePaidBy, voidStake } from './vault-stake.ts';

/** Payment taken as a fee, with the vaults that name it. */
export interface FollowedFee {
  readonly userId: string;
  readonly now: Instant;
  readonly payment: UsedPayment;
  /** Includes deleted vaults, because a dropped payment is reversed there too. */
  readonly vaults: readonly Vault[];
}

interface FeeFollowed {
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly vaults: readonly ScheduledVault[];
  readonly changedPayments?: readonly UsedPayment[];
  readonly freedPayments?: readonly UsedPayment[];
}

/**
 * Applies the outcome of a fee payment's lookup. If final, its stake is final too. If gone, its credit is reversed
 * and its stake voided. Null if the payment was final before, or not seen yet.
 */
export function followFee(fee: FollowedFee, { kind }: Outcome, terms: Terms): FeeFollowed | null {
  if (fee.payment.finalized || kind === 'unseen') return null;
  return kind === 'final' ? finalized(fee, terms) : gone(fee, terms);
}

function finalized({ payment, vaults }: FollowedFee, terms: Terms): FeeFollowed {
  const stake = stakePaidBy(vaults, payment.signature);
  return {
    journals: [],
    items: [],
    // The stake may run already, if it was known to be final before or started by the owner.
    vaults: stake ? [scheduled({ ...stake, feeFinalized: true }, terms)] : [],
    changedPayments: [{ ...payment, finalized: true }],
  };
}

function gone({ userId, payment, vaults, now }: FollowedFee, terms: Terms): FeeFollowed {
  const stake = stakePaidBy(vaults, payment.signature);
  const voided = stake ? voidStake(stake, now) : unchanged(null);
  const back = feeDroppedJournal({
    userId,
    paymentId: payment.id,
    paid: lamports(payment.amount),
    now,
  });
  const { journals, items } = followedBy(voided, { ...unchanged(null), journals: [back] });
  return {
    journals,
    items,
    vaults: voided.next ? [scheduled(voided.next, terms)] : [],
    freedPayments: [payment],
  };
}
