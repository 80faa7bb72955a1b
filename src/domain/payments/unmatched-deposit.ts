import { type Bond, type Payment, announceBond, confirmBond } from '../bonds/bond.ts';
import { type Change, followedBy, unchanged } from '../base/change.ts';
import { type Journal, depositAccount, move, system } from '../base/ledger.ts';
import type { Amount, PayToken } from '../base/money.ts';
import { type Prices, lmtFor } from '../terms/price.ts';
import type { Instant } from '../base/time.ts';

/** Payment to the treasury that is neither a bond nor a fee. */
export interface Deposit {
  readonly id: string;
  /** Null if no wallet clearly paid. */
  readonly sender: string | null;
  readonly token: PayToken;
  readonly amount: Amount<PayToken>;
  readonly signature: string;
  readonly blockTime: Instant;
  readonly slot: number;
}

/** Books a payment as an unmatched deposit. */
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
 * Assigns an unmatched deposit to a user, as a bond at the price at block time. Fills the given announced bond, or
 * makes a new one.
 */
export function assignDeposit(
  {
    deposit,
    to,
    atBlockTime,
  }: {
    readonly deposit: Deposit;
    readonly to: {
      readonly bondId: string;
      readonly userId: string;
      readonly announced?: Bond | null;
    };
    readonly atBlockTime: Prices;
  },
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
    : announceBond({ asked, signature, prices: atBlockTime }, now);
  const confirmed = confirmBond(announced.next, {
    payment,
    lmtAmount: lmtFor(token, amount, atBlockTime),
  });
  const given: Journal = {
    kind: 'depositAssigned',
    at: now,
    userId: to.userId,
    subject: deposit.id,
    postings: move(depositAccount(deposit.id, token), system('treasury', token), amount),
  };
  return followedBy({ ...announced, journals: [given] }, confirmed);
}

/** Builds the journal of a finalized refund. */
export const refundDeposit = (deposit: Deposit, at: Instant): Journal =>
  releaseDeposit('depositRefunded', deposit, at);

/** Builds the journal of a deposit that the owner marked as their own money: it is no longer owed to its sender. */
export const keepDeposit = (deposit: Deposit, at: Instant): Journal =>
  releaseDeposit('depositKept', deposit, at);

function releaseDeposit(
  kind: 'depositRefunded' | 'depositKept',
  { id, token, amount }: Deposit,
  at: Instant,
): Journal {
  const postings = move(depositAccount(id, token), system('treasury', token), amount);
  return { kind, at, userId: null, subject: id, postings };
}
