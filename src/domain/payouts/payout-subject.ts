import type { ListedDeposit } from '../payments/payment.ts';
import type { Lamports } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import { type OpenFeePayment, usableCredit } from '../payments/fee-credit.ts';
import type { OwedTokens } from './owed-tokens.ts';
import {
  type Payout,
  awaitsOutside,
  isOpenPayout,
  isToWithdraw,
  newestPayout,
  openPayoutAmong,
  payoutStillOpen,
} from './payout.ts';
import { type Sell, reopenSell } from '../sells/sell.ts';

/** Sell request with its user and its place among the pending requests: 1 is next, null if it is not pending. */
export interface SellSubject {
  readonly purpose: 'sell';
  readonly sell: Sell;
  readonly wallet: string;
  readonly username: string;
  readonly place: number | null;
}

/** Unmatched deposit, which is paid back to its sender or to a wallet that the owner names. */
export interface DepositSubject {
  readonly purpose: 'deposit';
  readonly deposit: ListedDeposit;
}

/** Fee credit of a user, and the fee payments that are not finalized. */
export interface CreditSubject {
  readonly purpose: 'credit';
  readonly userId: string;
  readonly wallet: string;
  readonly credit: Lamports;
  readonly openFees: readonly OpenFeePayment[];
}

/** Subject of a payout: what it pays. */
export type PayoutSubject = SellSubject | DepositSubject | CreditSubject;

/**
 * Returns the request's current state: an approved request is pending again if none of its payouts has paid
 * or can still pay.
 */
export function currentSell(sell: Sell, payouts: readonly Payout[]): Sell {
  const isUnpaid = sell.status === 'approved' && sell.settledAt === null;
  const isLive = payouts.some((each) => isOpenPayout(each) || each.status === 'finalized');
  return isUnpaid && !isLive ? reopenSell(sell) : sell;
}

/** Returns a subject in its current state; only a sell request can differ from what is stored. */
export function currentSubject(subject: PayoutSubject, payouts: readonly Payout[]): PayoutSubject {
  if (subject.purpose !== 'sell') return subject;
  return { ...subject, sell: currentSell(subject.sell, payouts) };
}

/** Amount to be paid, and the receiving wallet. */
export type PayoutOrder = Pick<
  Payout,
  'purpose' | 'subject' | 'userId' | 'token' | 'amount' | 'receiver'
>;

/**
 * Returns the order for what a subject is owed now; null if it is approved or paid already.
 * @param receiver receiver of a deposit; null for its sender
 */
export function orderOf(
  subject: PayoutSubject,
  receiver: string | null = null,
): Result<PayoutOrder | null> {
  switch (subject.purpose) {
    case 'sell':
      return orderOfSell(subject);
    case 'deposit':
      return orderOfDeposit(subject, receiver);
    case 'credit':
      return orderOfCredit(subject);
  }
}

function orderOfSell({ sell, wallet }: SellSubject): Result<PayoutOrder | null> {
  const { id, userId, status, payoutToken, payout } = sell;
  if (status === 'approved') return ok(null);
  if (status !== 'pending') return refuse('SELL_DECIDED', { status });
  const what = { purpose: 'sell', subject: id, userId } as const;
  return ok({ ...what, token: payoutToken, amount: payout, receiver: wallet });
}

function orderOfDeposit(
  { deposit }: DepositSubject,
  named: string | null,
): Result<PayoutOrder | null> {
  const { id, status, sender, token, amount } = deposit;
  if (status === 'assigned' || status === 'kept') return refuse('DEPOSIT_DECIDED', { status });
  if (status === 'refunded') return ok(null);
  const receiver = named ?? sender;
  if (receiver === null) {
    return refuse('PAYOUT_IMPOSSIBLE', { reason: 'no wallet clearly paid it' });
  }
  return ok({ purpose: 'deposit', subject: id, userId: null, token, amount, receiver });
}

/** True if a payout goes to another wallet than its subject came from, which only a deposit can. */
export function goesElsewhere(subject: PayoutSubject, receiver: string): boolean {
  return subject.purpose === 'deposit' && receiver !== subject.deposit.sender;
}

/** True if a deposit's payout goes to another wallet than the requested one. */
const isToAnother = (subject: PayoutSubject, payout: Payout, asked: string | null): boolean =>
  subject.purpose === 'deposit' && payout.receiver !== (asked ?? subject.deposit.sender);

function orderOfCredit(subject: CreditSubject): Result<PayoutOrder> {
  const { userId, wallet, credit, openFees } = subject;
  const amount = usableCredit(credit, openFees);
  if (amount === 0n) return refuse('NOTHING_TO_REFUND');
  const what = { purpose: 'credit', subject: userId, userId } as const;
  return ok({ ...what, token: 'SOL', amount, receiver: wallet });
}

/** Next step of a request to pay. */
export type PayoutStep =
  /** Return the open payout, or the one that has paid. */
  | { readonly kind: 'answer'; readonly payout: Payout | null }
  /** Take the transaction that the owner's wallet has signed. */
  | { readonly kind: 'take'; readonly payout: Payout }
  /** Make a transaction. */
  | { readonly kind: 'make'; readonly order: PayoutOrder };

/** State that the next step of paying depends on. */
export interface PayoutContext {
  readonly subject: PayoutSubject;
  /** All payouts of the subject. */
  readonly payouts: readonly Payout[];
  readonly now: Instant;
}

/**
 * Returns the next step of paying a subject. At most one payout of a subject is open at a time.
 * @param receiver receiver of a deposit; null for its sender
 */
export function nextPayoutStep(
  { subject, payouts, now }: PayoutContext,
  hasSigned: boolean,
  receiver: string | null = null,
): Result<PayoutStep> {
  const open = openPayoutAmong(payouts);
  if (open) {
    if (!hasSigned && isToAnother(subject, open, receiver)) {
      return refuse('PAYOUT_ELSEWHERE', { receiver: open.receiver });
    }
    if (awaitsOutside(open)) {
      return hasSigned ? refuse('PAYOUT_EXPIRED') : ok({ kind: 'answer', payout: open });
    }
    if (open.status !== 'awaiting-signature') return ok({ kind: 'answer', payout: open });
    if (!isToWithdraw(open, now)) return ok({ kind: hasSigned ? 'take' : 'answer', payout: open });
    if (hasSigned) return refuse('PAYOUT_EXPIRED');
    return payoutStillOpen(now);
  }
  const order = orderOf(currentSubject(subject, payouts), receiver);
  if (!order.ok) return order;
  if (order.value === null) {
    const paid = newestPayout(payouts);
    if (paid && isToAnother(subject, paid, receiver)) {
      return refuse('DEPOSIT_DECIDED', { status: 'refunded' });
    }
    return ok({ kind: 'answer', payout: paid });
  }
  return hasSigned ? refuse('PAYOUT_EXPIRED') : ok({ kind: 'make', order: order.value });
}

/**
 * Returns what is owed to everybody except the payout's own subject, because a refund is paid from what is
 * held for it.
 */
export function owedToOthers(owed: OwedTokens, subject: PayoutSubject): OwedTokens {
  switch (subject.purpose) {
    case 'sell':
      return owed;
    case 'deposit': {
      const { token, amount } = subject.deposit;
      const own = { ...owed[token], deposits: owed[token].deposits - amount };
      return { ...owed, [token]: own };
    }
    case 'credit':
      return { ...owed, SOL: { ...owed.SOL, credit: owed.SOL.credit - subject.credit } };
  }
}
