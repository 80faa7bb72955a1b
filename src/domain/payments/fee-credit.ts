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

/** A fee payment that may still vanish, and what its stake took of it. */
export interface OpenFeePayment {
  readonly paid: Lamports;
  readonly used: Lamports;
}

/**
 * Credit that a stake or a refund may use: all that stands to the user, less what is left over of
 * payments that may still vanish. What such a payment's own stake took goes back with it.
 */
export function usableCredit(credit: Lamports, open: readonly OpenFeePayment[]): Lamports {
  const pending = open.reduce((total, { paid, used }) => total + max(0n, paid - used), 0n);
  return lamports(max(0n, credit - pending));
}

/** Lamports that a stake can be charged now, and those of payments that may still vanish. */
export interface AvailableCredit {
  readonly usable: Lamports;
  readonly pending: Lamports;
}

const RETRY_AFTER_SECONDS = 2;

/** The fee payment, or one that it needs beside it, is waited for: it is not asked for again. */
export function feeNotSeen(): Refused {
  return refuse('FEE_NOT_SEEN', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** A fee payment that had been credited is gone from the chain: its credit is taken back. */
export function feeVanished({
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

/** A bond out of whose payment a fee was taken. */
export interface BondAfterFee extends Change<Bond> {
  /** Lamports of the payment that are fee credit from now on: the fee, and a rest that is too small for a bond. */
  readonly credited: Lamports;
  /** Whether the rest is still a bond. */
  readonly isLeft: boolean;
}

/**
 * Takes a staking fee out of the payment of a bond, as far as the payment goes. The rest stays a bond at the price
 * that the bond was made at, rounded down. A rest below the smallest bond, or of no LMT, is fee credit.
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

/** Posted fee payments that were not seen which a user may have in a day. */
const UNSEEN_MAX = 10;

/** Refuses to wait for one more fee payment that was not seen; `others` are those that were posted before. */
export function checkUnseenFeeLimit(others: number): Result<null> {
  return others < UNSEEN_MAX ? ok(null) : refuse('FEES_PENDING');
}

/** An unmatched deposit turns out to be its sender's fee: it is credit. */
export function depositToFee(deposit: Deposit, userId: string, now: Instant): Journal {
  const held = depositAccount(deposit.id, 'SOL');
  const postings = move(held, creditOf(userId), deposit.amount);
  return { kind: 'depositAssigned', at: now, userId, subject: deposit.id, postings };
}

/** A user whose fee credit is left over. */
interface Creditor {
  readonly userId: string;
  readonly wallet: string;
  readonly credit: Lamports;
}

/** What is left of a deleted user's fee payments is an unmatched deposit of their wallet, named after the last of them. */
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

/** Fee credit goes back to its user: taken when the payout is made out, given back if that comes to nothing. */
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
