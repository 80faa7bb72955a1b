import { type Bond, paidJournal } from '../bonds/bond.ts';
import type { Change } from '../base/change.ts';
import { type ListedDeposit, type UsedPayment, openDeposit } from '../bonds/payment.ts';
import type { Deposit } from '../bonds/unmatched-deposit.ts';
import { creditOf, depositAccount, type Journal, move, reverse, system } from '../base/ledger.ts';
import { type Lamports, lamports, max } from '../base/money.ts';
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
  const uncertain = open.reduce((total, { paid, used }) => total + max(0n, paid - used), 0n);
  return lamports(max(0n, credit - uncertain));
}

/** Lamports that a stake can be charged now, and those of payments that may still vanish. */
export interface Available {
  readonly certain: Lamports;
  readonly uncertain: Lamports;
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

/** A bond that was made of an unannounced payment turns out to be a fee: its LMT is void, its SOL is credit. */
export function bondToFee(bond: Bond, now: Instant): Change<Bond> {
  const undone: Journal = { ...reverse(paidJournal(bond, now), now), kind: 'bondFailed' };
  const credited: Journal = {
    kind: 'feePaid',
    at: now,
    userId: bond.userId,
    subject: bond.id,
    postings: move(system('treasury', 'SOL'), creditOf(bond.userId), bond.amount),
  };
  const next: Bond = { ...bond, status: 'failed', finalized: false, startsAt: null, slot: null };
  return { next, journals: [undone, credited], items: [] };
}

/** Posted fee payments that were not seen which a user may have in a day. */
const UNSEEN_MAX = 10;

/** Refuses to wait for one more fee payment that was not seen; `others` are those that were posted before. */
export function mayPostFee(others: number): Result<null> {
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
