import { type Bond, type Payment, announceBond, confirmBond } from '../bonds/bond.ts';
import { type Change, followedBy, unchanged } from '../base/change.ts';
import { type Journal, depositAccount, move, system } from '../base/ledger.ts';
import type { Amount, PayToken } from '../base/money.ts';
import { type Prices, lmtFor } from '../terms/price.ts';
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

/** A refund of an unmatched deposit is finalized on chain. */
export const refundDeposit = (deposit: Deposit, at: Instant): Journal =>
  releaseDeposit('depositRefunded', deposit, at);

/** The owner names an unmatched deposit as their own money: it is no longer owed to its sender. */
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
