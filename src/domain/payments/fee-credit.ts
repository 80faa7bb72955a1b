import { type Bond, checkBondAmount } from '../bonds/bond.ts';
import type { Change } from '../base/change.ts';
import { feePaidJournal } from './fee-payment.ts';
import { type ListedDeposit, type UsedPayment, openDeposit } from './payment.ts';
import type { Deposit } from './unmatched-deposit.ts';
import {
  bondAccount,
  creditOf,
  depositAccount,
  type Journal,
  move,
  system,
} from '../base/ledger.ts';
import { type Lamports, lamports, lmt, max, min, mulDivDown, sub } from '../base/money.ts';
import { type Refused, type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';

/** Fee payment that is not finalized, and the part used by its stake. */
export interface OpenFeePayment {
  readonly paid: Lamports;
  readonly used: Lamports;
}

/**
 * Returns the credit that a stake or refund may use: all credit minus unused parts of payments that are not
 * finalized. The part used by such a payment's own stake is voided together with it.
 */
export function usableCredit(credit: Lamports, open: readonly OpenFeePayment[]): Lamports {
  const pending = open.reduce((total, { paid, used }) => total + max(0n, paid - used), 0n);
  return lamports(max(0n, credit - pending));
}

/** Lamports that a stake can be charged now, and those of payments that are not finalized. */
export interface AvailableCredit {
  readonly usable: Lamports;
  readonly pending: Lamports;
}

const RETRY_AFTER_SECONDS = 2;

/** Refuses because a posted payment is not confirmed or final yet. The client retries without paying again. */
export function feeNotSeen(): Refused {
  return refuse('FEE_NOT_SEEN', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Builds the journal that reverses the credit of a dropped fee payment. */
export function feeDroppedJournal({
  userId,
  paymentId,
  paid,
  now,
}: {
  readonly userId: string;
  readonly paymentId: string;
  readonly paid: Lamports;
  readonly now: Instant;
}): Journal {
  const postings = move(creditOf(userId), system('treasury', 'SOL'), paid);
  return { kind: 'reversed', at: now, userId, subject: paymentId, postings };
}

/** Bond after a staking fee was taken from its payment. */
export interface BondAfterFee extends Change<Bond> {
  /** Lamports of the payment that become fee credit: the fee, and a rest that is too small for a bond. */
  readonly credited: Lamports;
  /** True if the rest is still a bond. */
  readonly isLeft: boolean;
}

/**
 * Takes a staking fee out of a bond's payment, at most all of it. The rest stays a bond at its original price,
 * rounded down. A rest below the minimum, or of no LMT, becomes fee credit.
 *
 * @example a bond of 1 SOL and 0.2 LMT, a fee of 0.1 SOL: 0.1 SOL of credit, a bond of 0.9 SOL and 0.18 LMT
 */
export function takeFeeFromBond(
  bond: Bond,
  { fee, paymentId }: { readonly fee: Lamports; readonly paymentId: string },
  now: Instant,
): BondAfterFee {
  const { id: subject, userId, token } = bond;
  const amount = sub(bond.amount, min(fee, bond.amount));
  const lmtAmount = lmt(mulDivDown(bond.lmtAmount, amount, bond.amount));
  const isLeft = checkBondAmount({ token, amount }).ok && lmtAmount > 0n;
  const credited = lamports(isLeft ? bond.amount - amount : bond.amount);
  const voided = isLeft ? sub(bond.lmtAmount, lmtAmount) : bond.lmtAmount;
  const undone = [
    ...move(system('bonded', token), system('treasury', token), credited),
    ...move(bondAccount(subject), system('issuance', 'LMT'), voided),
  ];
  const journals: Journal[] = [
    { kind: 'bondFailed', at: now, userId, subject, postings: undone },
    feePaidJournal({ userId, paymentId, paid: credited, at: now }),
  ];
  const failed = { status: 'failed', finalized: false, startsAt: null, slot: null } as const;
  const next: Bond = isLeft ? { ...bond, amount, lmtAmount } : { ...bond, ...failed };
  return { next, journals: credited > 0n ? journals : [], items: [], credited, isLeft };
}

/** Maximum posted fee payments of a user in a day that were not seen. */
const UNSEEN_MAX = 10;

/** Refuses a further fee payment that was not seen; `others` counts those posted before. */
export function checkUnseenFeeLimit(others: number): Result<null> {
  return others < UNSEEN_MAX ? ok(null) : refuse('FEES_PENDING');
}

/** Builds the journal that turns an unmatched deposit into its sender's fee credit. */
export function depositToFee(deposit: Deposit, userId: string, now: Instant): Journal {
  const held = depositAccount(deposit.id, 'SOL');
  const postings = move(held, creditOf(userId), deposit.amount);
  return { kind: 'depositAssigned', at: now, userId, subject: deposit.id, postings };
}

/** User with unused fee credit. */
interface Creditor {
  readonly userId: string;
  readonly wallet: string;
  readonly credit: Lamports;
}

/** Turns a deleted user's credit into an unmatched deposit of their wallet, with their last fee payment's signature. */
export function creditToDeposit({
  creditor: { userId, wallet: sender, credit: amount },
  payment: { signature, blockTime, slot },
  id,
  at,
}: {
  readonly creditor: Creditor;
  readonly payment: Pick<UsedPayment, 'signature' | 'blockTime' | 'slot'>;
  readonly id: string;
  readonly at: Instant;
}): { readonly deposit: ListedDeposit; readonly journal: Journal } {
  const listed = { id, sender, token: 'SOL', amount, signature, blockTime, slot } as const;
  const postings = move(creditOf(userId), depositAccount(id, 'SOL'), amount);
  return {
    deposit: openDeposit(listed, { ofCredit: true }),
    journal: { kind: 'depositUnmatched', at, userId, subject: id, postings },
  };
}

/** Builds the journal that takes refunded fee credit when its payout is created. Reversed if the payout fails. */
export function refundCredit({
  userId,
  payoutId,
  amount,
  at,
}: {
  readonly userId: string;
  readonly payoutId: string;
  readonly amount: Lamports;
  readonly at: Instant;
}): Journal {
  const postings = move(creditOf(userId), system('treasury', 'SOL'), amount);
  return { kind: 'creditRefunded', at, userId, subject: payoutId, postings };
}
