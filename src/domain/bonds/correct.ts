import { type Bond, type Payment, announceBond, confirmBond } from './bond.ts';
import { type Change, type HistoryItem, followedBy, unchanged } from '../base/change.ts';
import {
  bondAccount,
  depositAccount,
  type Journal,
  move,
  system,
  unstakedOf,
} from '../base/ledger.ts';
import {
  type Amount,
  type Lmt,
  type PayToken,
  formatAmount,
  lmt,
  min,
  sub,
} from '../base/money.ts';
import { type Prices, lmtFor } from '../terms/price.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';

/** A payment that the treasury received and that is no bond and no fee. */
export interface Deposit {
  readonly id: string;
  /** Null where no wallet clearly paid. */
  readonly sender: string | null;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
  readonly signature: string;
  readonly blockTime: Instant;
  readonly slot: number;
}

export interface Adjustment {
  readonly direction: 'credit' | 'debit';
  readonly amount: Lmt;
  readonly reason: string | null;
}

/** The owner credits or debits a user's unstaked LMT; a debit never goes below zero. */
export function adjustUser(
  userId: string,
  unstaked: Lmt,
  { direction, amount, reason }: Adjustment,
  now: Instant,
): Result<Change<Lmt>> {
  if (amount <= 0n) return refuse('AMOUNT_NOT_POSITIVE', { token: 'LMT' });
  if (direction === 'debit' && amount > unstaked) {
    return refuse('INSUFFICIENT_BALANCE', { available: formatAmount('LMT', unstaked) });
  }
  const held = unstakedOf(userId);
  const adjusted = system('adjusted', 'LMT');
  const credits = direction === 'credit';
  const postings = credits ? move(adjusted, held, amount) : move(held, adjusted, amount);
  const next = lmt(credits ? unstaked + amount : unstaked - amount);
  return ok({
    next,
    journals: [{ kind: 'adjusted', at: now, userId, subject: userId, postings }],
    items: [ownerItem(credits ? 'bond' : 'withdraw', userId, userId, amount, now, reason)],
  });
}

/** The line of history that tells a user what the owner changed. */
export function ownerItem(
  type: HistoryItem['type'],
  userId: string,
  subject: string,
  amount: Lmt,
  at: Instant,
  reason: string | null,
): HistoryItem {
  const note = reason ? `Adjusted by the owner: ${reason}` : 'Adjusted by the owner';
  return {
    type,
    userId,
    subject,
    at,
    amount,
    token: 'LMT',
    fee: 0n,
    feeToken: 'LMT',
    status: 'completed',
    hash: null,
    note,
  };
}

/** A payment that may still vanish cannot become a deposit: its bond is deleted once it is final. */
export function mayDelete({ status, finalized }: Bond): Result<null> {
  return status === 'confirmed' && !finalized ? refuse('BOND_NOT_FINALIZED') : ok(null);
}

/** What deleting a bond leaves: LMT that could not be taken back any more, and the payment as an unmatched deposit. */
export interface DeletedBond {
  readonly shortfall: Lmt;
  readonly deposit: Deposit | null;
}

/**
 * Takes a bond back: its LMT is void; a claimed one's is taken from unstaked as far as that goes, the
 * rest is a shortfall. A payment that had come in becomes an unmatched deposit.
 */
export function deleteBond(
  bond: Bond,
  unstaked: Lmt,
  deposit: Pick<Deposit, 'id' | 'sender'>,
  now: Instant,
): Change<DeletedBond> {
  const paid = bond.status === 'confirmed' || bond.status === 'completed';
  if (!paid) return { next: { shortfall: lmt(0n), deposit: null }, journals: [], items: [] };
  const claimed = bond.status === 'completed';
  const taken = claimed ? min(unstaked, bond.lmtAmount) : bond.lmtAmount;
  const source = claimed ? unstakedOf(bond.userId) : bondAccount(bond.id);
  const { userId, id: subject } = bond;
  const postingsOut = move(source, system('adjusted', 'LMT'), taken);
  const voided: Journal[] =
    taken > 0n ? [{ kind: 'adjusted', at: now, userId, subject, postings: postingsOut }] : [];
  const shortfall = sub(bond.lmtAmount, taken);
  const items = [ownerItem('withdraw', userId, subject, taken, now, 'bond deleted')];
  if (bond.signature === null || bond.startsAt === null) {
    return { next: { shortfall, deposit: null }, journals: voided, items };
  }
  const unmatched: Deposit = {
    ...deposit,
    token: bond.token,
    amount: bond.amount,
    signature: bond.signature,
    blockTime: bond.startsAt,
    slot: bond.slot ?? 0,
  };
  const postings = move(
    system('bonded', bond.token),
    depositAccount(unmatched.id, bond.token),
    bond.amount,
  );
  const listed: Journal = {
    kind: 'depositUnmatched',
    at: now,
    userId: null,
    subject: unmatched.id,
    postings,
  };
  return { next: { shortfall, deposit: unmatched }, journals: [...voided, listed], items };
}

/** A payment that belongs to nothing known is listed, not lost. */
export function listDeposit(deposit: Deposit): Change<Deposit> {
  const held = depositAccount(deposit.id, deposit.token);
  const journal: Journal = {
    kind: 'depositUnmatched',
    at: deposit.blockTime,
    userId: null,
    subject: deposit.id,
    postings: move(system('treasury', deposit.token), held, deposit.amount),
  };
  return { next: deposit, journals: [journal], items: [] };
}

/**
 * The owner gives an unmatched deposit to a user: a bond at the price at block time. An announced one
 * that still waits for its payment is filled with it.
 */
export function assignDeposit(
  deposit: Deposit,
  to: { readonly bondId: string; readonly userId: string; readonly announced?: Bond | null },
  atBlockTime: Prices,
  now: Instant,
): Change<Bond> {
  const { token, amount, signature, blockTime, slot } = deposit;
  const asked = { id: to.bondId, userId: to.userId, token, amount };
  const payment: Payment = {
    signature,
    payerUserId: to.userId,
    token,
    amount,
    blockTime,
    slot,
    finalized: true,
  };
  const announced = to.announced
    ? unchanged(to.announced)
    : announceBond(asked, signature, atBlockTime, now);
  const confirmed = confirmBond(announced.next, payment, lmtFor(token, amount, atBlockTime));
  const given: Journal = {
    kind: 'depositAssigned',
    at: now,
    userId: to.userId,
    subject: deposit.id,
    postings: move(depositAccount(deposit.id, token), system('treasury', token), amount),
  };
  return followedBy({ ...announced, journals: [given] }, confirmed);
}

/** A refund of an unmatched deposit is finalized on chain. */
export function refundDeposit(deposit: Deposit, at: Instant): Journal {
  const held = depositAccount(deposit.id, deposit.token);
  return {
    kind: 'depositRefunded',
    at,
    userId: null,
    subject: deposit.id,
    postings: move(held, system('treasury', deposit.token), deposit.amount),
  };
}

/** Burns what a deleted user still holds unstaked. */
export function burnUnstaked(userId: string, unstaked: Lmt, now: Instant): Journal | null {
  if (unstaked === 0n) return null;
  const postings = move(unstakedOf(userId), system('adjusted', 'LMT'), unstaked);
  return { kind: 'adjusted', at: now, userId, subject: userId, postings };
}
