import { followedBy } from '../base/change.ts';
import { type Lamports, type Lmt, add, lamports, sub } from '../base/money.ts';
import { type Refused, type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import { type WalletPayment, isBeforeStart } from '../payments/payment.ts';
import type { InForce } from '../terms/terms-in-force.ts';
import { checkPaused } from '../terms/pause.ts';
import type { Terms } from '../terms/terms.ts';
import {
  type AvailableCredit,
  type OpenFeePayment,
  feeNotSeen,
  usableCredit,
} from '../payments/fee-credit.ts';
import {
  type FeeChanges,
  type PaymentUse,
  type TakenFee,
  takeFeePayment,
} from './fee-payment-use.ts';
import { type StakeFeeFacts, stakeFee } from './stake-fee.ts';
import { type Vault, checkOpenVaults } from './vault.ts';
import { catchUp, catchUpAll, unstakedAfter } from './vault-catch-up.ts';
import { type ScheduledVault, changedVaults } from './vault-schedule.ts';
import { checkStakeAmount, stake, stakePaidBy } from './vault-stake.ts';

/** Facts for a new stake. */
export interface StakeFacts extends StakeFeeFacts {
  readonly userId: string;
  readonly now: Instant;
  readonly unstaked: Lmt;
  /** Lamports credited to the user, including payments that are not finalized yet. */
  readonly credit: Lamports;
  /** Fee payments that are not finalized. */
  readonly openFees: readonly (OpenFeePayment & { readonly signature: string })[];
  /** The user's vaults that are not completed, and the vault that the posted payment paid for. */
  readonly vaults: readonly Vault[];
  /** Earlier use of the posted payment. */
  readonly use: PaymentUse;
  /** Payments up to this slot are ignored; null if the watcher has not started. */
  readonly startedSlot: number | null;
}

export interface OpenStakeRequest {
  readonly amount: Lmt;
  readonly autoRestake: boolean;
  /** Signature of the posted fee payment; null if none was posted. */
  readonly signature: string | null;
  /** Payment with that signature; null if it pays for nothing. */
  readonly paid: WalletPayment | null;
  /** Reason why the posted payment cannot be used yet or at all; null if it can, or if none was posted. */
  readonly noPayment: Refused | null;
  readonly isStaticFeed: boolean;
  /** Ids for new rows. */
  readonly ids: { readonly vault: string; readonly payment: string };
}

/** Stake; `isNew` is false if an earlier request opened it. */
export interface OpenedStake {
  readonly vault: Vault;
  readonly isNew: boolean;
}

interface StakeChanges extends FeeChanges {
  readonly vaults?: readonly ScheduledVault[];
}

export interface StakeDecision {
  /** Null if nothing changes. A refused stake may still have changes. */
  readonly plan: StakeChanges | null;
  readonly answer: Result<OpenedStake>;
}

/**
 * Locks LMT in a new vault, with its fee from the posted payment and credit. A stake that no payment could make
 * acceptable is refused before its fee is checked. If the stake is refused, an unused posted payment becomes credit.
 * A payment that is posted again returns its stake.
 */
export function openStake(
  facts: StakeFacts,
  asked: OpenStakeRequest,
  inForce: InForce,
): StakeDecision {
  const { userId, now, vaults } = facts;
  const { amount, autoRestake, paid, ids, isStaticFeed } = asked;
  const { terms } = inForce;
  const made = asked.signature === null ? null : stakePaidBy(vaults, asked.signature);
  if (made) {
    const { next: vault } = catchUp(made, terms, now);
    return { plan: null, answer: ok({ vault, isNew: false }) };
  }
  const found = postedPayment(facts, asked);
  const caught = catchUpAll(vaults, terms, now);
  const unstaked = unstakedAfter(userId, facts.unstaked, caught.journals);
  const allowed = checkStake({ amount, unstaked, vaults: caught.next }, terms, now);
  if (!allowed.ok) return refused(allowed, found);
  if (!found.ok) return refused(found, found);
  const taken = found.value;
  const available = availableFor(facts, taken, paid);
  const fee = stakeFee(facts, { amount, paid, available, isStaticFeed }, inForce);
  if (!fee.ok) return refused(fee, found);
  const staked = stake(
    {
      asked: { id: ids.vault, userId, amount, autoRestake },
      unstaked,
      settlement: {
        fee: fee.value,
        credit: available.usable,
        signature: paid && asked.signature,
        finalized: taken.finalized,
      },
    },
    now,
  );
  if (!staked.ok) return refused(staked, found);
  const vault = staked.value.next;
  const { journals, items } = followedBy(caught, staked.value);
  const byPayment = taken.asFee(fee.value);
  return {
    plan: {
      ...byPayment,
      journals: [...byPayment.journals, ...journals],
      items: [...byPayment.items, ...items],
      vaults: changedVaults(vaults, [...caught.next, vault], terms),
    },
    answer: ok({ vault, isNew: true }),
  };
}

/** Refuses a stake for reasons that no payment can change. */
function checkStake(
  { amount, unstaked, vaults }: Pick<StakeFacts, 'unstaked' | 'vaults'> & { readonly amount: Lmt },
  { pauses }: Terms,
  now: Instant,
): Result<null> {
  // A pause may have begun while the payment was waited for.
  const running = checkPaused(pauses, now);
  if (!running.ok) return running;
  const allowed = checkStakeAmount(amount, unstaked);
  if (!allowed.ok) return allowed;
  return checkOpenVaults(vaults.filter(({ status }) => status !== 'completed').length);
}

/** Returns the posted payment if it can pay for the stake. */
function postedPayment(
  facts: StakeFacts,
  { paid, noPayment, ids }: OpenStakeRequest,
): Result<TakenFee> {
  if (noPayment) return noPayment;
  const counts = checkStarted(facts, paid);
  if (!counts.ok) return counts;
  const { userId, now, use } = facts;
  return takeFeePayment(use, paid, { userId, vaultId: ids.vault, paymentId: ids.payment, now });
}

/** Refuses a payment from before the first start. */
function checkStarted({ startedSlot }: StakeFacts, paid: WalletPayment | null): Result<null> {
  if (!paid) return ok(null);
  if (startedSlot === null) return feeNotSeen();
  return isBeforeStart(paid, startedSlot) ? refuse('DEPOSIT_BEFORE_START') : ok(null);
}

/** Returns the credit for this stake: usable credit and its own payment, which may be dropped together with it. */
function availableFor(
  { credit, openFees }: StakeFacts,
  { added }: TakenFee,
  paid: WalletPayment | null,
): AvailableCredit {
  const others = openFees.filter(({ signature }) => signature !== paid?.signature);
  const usable = usableCredit(credit, others);
  // A user who has posted a payment waits for pending ones; otherwise a payment is requested.
  const pending = paid ? sub(credit, usable) : lamports(0n);
  return { usable: add(usable, added), pending };
}

/** Builds a refusal. The payment becomes credit, but a bond or deposit only if nothing except the fee is missing. */
function refused(answer: Refused, found: Result<TakenFee>): StakeDecision {
  if (!found.ok) return { plan: null, answer };
  const taken = found.value;
  const lacksFee = ['FEE_REQUIRED', 'FEE_NOT_SEEN'].includes(answer.refusal.code);
  const isCredited = taken.asCredit.journals.length > 0 && (!taken.wasOtherwiseUsed || lacksFee);
  return { plan: isCredited ? taken.asCredit : null, answer };
}
