import { type Bond, paidJournal } from '../bonds/bond.ts';
import type { Change } from '../base/change.ts';
import type { Deposit } from '../bonds/unmatched-deposit.ts';
import type { History } from '../base/history.ts';
import { creditOf, depositAccount, type Journal, move, reverse, system } from '../base/ledger.ts';
import {
  type Lamports,
  type Lmt,
  type UsdPrice,
  lamports,
  max,
  min,
  mulDivUp,
} from '../base/money.ts';
import { type Refused, type Result, ok, refuse } from '../base/result.ts';
import { PRICE_FRESH_MS, QUOTE_GRACE_MS, QUOTE_MS, type Settings } from '../terms/terms.ts';
import { DAY_MS, type Instant, after } from '../base/time.ts';
import { feeRequired } from './vault-stake.ts';

/** A staking fee that is held for ten minutes. */
export interface FeeQuote {
  readonly id: string;
  readonly userId: string;
  /** The LMT that is to be staked. */
  readonly amount: Lmt;
  /** The whole fee, whatever credit stands to the user. */
  readonly fee: Lamports;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export function quoteFee(
  asked: Pick<FeeQuote, 'id' | 'userId' | 'amount'>,
  fee: Lamports,
  now: Instant,
): FeeQuote {
  return { ...asked, fee, createdAt: now, expiresAt: after(now, QUOTE_MS) };
}

/** Whether a quote holds for a stake of this amount whose fee was paid (or, out of credit, is taken) at an instant. */
export function feeQuoteHolds(quote: FeeQuote, amount: Lmt, at: Instant): boolean {
  return (
    quote.amount === amount &&
    at >= after(quote.createdAt, -QUOTE_GRACE_MS) &&
    at <= after(quote.expiresAt, QUOTE_GRACE_MS)
  );
}

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

/** How long a payment that needs credit beside it is taken at the prices of its own time. */
const PAYMENT_PRICED_MS = DAY_MS;

/**
 * Whether the prices of a payment's own time count for its stake: it covers that fee by itself, or it
 * came within the last day. An older and smaller one is credit like any other, and no option on the
 * prices of its day.
 */
export function pricedWhenPaid(
  { amount, blockTime }: { readonly amount: bigint; readonly blockTime: Instant },
  feeThen: Lamports,
  now: Instant,
): boolean {
  return amount >= feeThen || now <= after(blockTime, PAYMENT_PRICED_MS);
}

/**
 * The SOL prices of a live feed, oldest first, that a fee paid at an instant is computed from: those
 * that were fresh in the ten minutes before it, else the first that came after it. Empty while there is
 * neither.
 */
export function feedPricesForFee(feed: History<UsdPrice>, paidAt: Instant): History<UsdPrice> {
  const since = after(paidAt, -QUOTE_MS - PRICE_FRESH_MS);
  const fresh = feed.filter(({ from }) => from >= since && from <= paidAt);
  if (fresh.length > 0) return fresh;
  const next = feed.find(({ from }) => from > paidAt);
  return next ? [{ from: paidAt, value: next.value }] : [];
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

/**
 * The fee that a stake is charged: its quote's, if what was paid and the credit cover that, else the
 * lowest that counts for its payment. Refused with what is missing of the lower one; where nothing is
 * once every payment is final, that is waited for.
 */
export function feeToCharge(
  { certain, uncertain }: Available,
  quoted: Lamports | null,
  lowest: Lamports,
): Result<Lamports> {
  if (quoted !== null && quoted <= certain) return ok(quoted);
  if (lowest <= certain) return ok(lowest);
  const missing = (quoted === null ? lowest : min(quoted, lowest)) - certain - uncertain;
  return missing > 0n ? feeRequired(lamports(missing)) : feeNotSeen();
}

/**
 * The fee as the latest completed bond's rate gives it, in that bond's token, rounded up: for display.
 * Null where nothing has been bonded.
 */
export function feeAtBondRate(
  amount: Lmt,
  { stakingFee }: Settings,
  bond: Pick<Bond, 'token' | 'amount' | 'lmtAmount'> | null,
): { readonly token: Bond['token']; readonly amount: Bond['amount'] } | null {
  if (!bond || bond.lmtAmount === 0n) return null;
  const fee = mulDivUp(amount * stakingFee, bond.amount, 1_000_000n * bond.lmtAmount);
  return { token: bond.token, amount: fee as Bond['amount'] };
}

/** A fee payment that had been credited is gone from the chain: its credit is taken back. */
export function feeVanished(
  userId: string,
  paymentId: string,
  paid: Lamports,
  now: Instant,
): Journal {
  const postings = move(creditOf(userId), system('treasury', 'SOL'), paid);
  return { kind: 'reversed', at: now, userId, subject: paymentId, postings };
}

/** A bond that was made of a payment nobody had announced turns out to be a fee: its LMT is void, its SOL is credit. */
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

/** An unmatched deposit turns out to be its sender's fee: it is credit. */
export function depositToFee(deposit: Deposit, userId: string, now: Instant): Journal {
  const held = depositAccount(deposit.id, 'SOL');
  const postings = move(held, creditOf(userId), deposit.amount);
  return { kind: 'depositAssigned', at: now, userId, subject: deposit.id, postings };
}

/** Fee credit goes back to its user: taken when the payout is made out, given back if that comes to nothing. */
export function refundCredit(
  userId: string,
  payoutId: string,
  amount: Lamports,
  at: Instant,
): Journal {
  const postings = move(creditOf(userId), system('treasury', 'SOL'), amount);
  return { kind: 'creditRefunded', at, userId, subject: payoutId, postings };
}
