import type { ListedDeposit } from '../bonds/payment.ts';
import type { Lamports } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import { type OpenFeePayment, usableCredit } from '../vaults/fee-credit.ts';
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
import { type Sell, reopenSell } from './sell.ts';

/** A sell request with its user, and its place among the pending ones: 1 is next, null where it is not pending. */
export interface SellSubject {
  readonly purpose: 'sell';
  readonly sell: Sell;
  readonly wallet: string;
  readonly username: string;
  readonly place: number | null;
}

/** An unmatched deposit, which goes back to its sender or to a wallet that the owner names. */
export interface DepositSubject {
  readonly purpose: 'deposit';
  readonly deposit: ListedDeposit;
}

/** A user's fee credit, and the fee payments that may still vanish. */
export interface CreditSubject {
  readonly purpose: 'credit';
  readonly userId: string;
  readonly wallet: string;
  readonly credit: Lamports;
  readonly openFees: readonly OpenFeePayment[];
}

/** What a payout pays. */
export type PayoutSubject = SellSubject | DepositSubject | CreditSubject;

/** A request as it stands: approved, but with no payout that has paid or can still pay, it is pending. */
export function sellAsItStands(sell: Sell, payouts: readonly Payout[]): Sell {
  const isUnpaid = sell.status === 'approved' && sell.settledAt === null;
  const isLive = payouts.some((each) => isOpenPayout(each) || each.status === 'finalized');
  return isUnpaid && !isLive ? reopenSell(sell) : sell;
}

/** The same of any subject. */
export function subjectAsItStands(
  subject: PayoutSubject,
  payouts: readonly Payout[],
): PayoutSubject {
  if (subject.purpose !== 'sell') return subject;
  return { ...subject, sell: sellAsItStands(subject.sell, payouts) };
}

/** What is to be paid, and to which wallet. */
export type PayoutOrder = Pick<
  Payout,
  'purpose' | 'subject' | 'userId' | 'token' | 'amount' | 'receiver'
>;

/**
 * What a subject is to be paid now; null where its payout has been stored already.
 *
 * @param receiver where a deposit is to go; null for its sender
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

/** Whether a payout goes to another wallet than the one that its subject came from: only a deposit does. */
export function goesElsewhere(subject: PayoutSubject, receiver: string): boolean {
  return subject.purpose === 'deposit' && receiver !== subject.deposit.sender;
}

/** Whether a deposit's payout goes to another wallet than the owner now asks for. */
const isToAnother = (subject: PayoutSubject, payout: Payout, asked: string | null): boolean =>
  subject.purpose === 'deposit' && payout.receiver !== (asked ?? subject.deposit.sender);

function orderOfCredit(subject: CreditSubject): Result<PayoutOrder> {
  const { userId, wallet, credit, openFees } = subject;
  const amount = usableCredit(credit, openFees);
  if (amount === 0n) return refuse('NOTHING_TO_REFUND');
  const what = { purpose: 'credit', subject: userId, userId } as const;
  return ok({ ...what, token: 'SOL', amount, receiver: wallet });
}

/** What a request to pay comes to. */
export type PayoutStep =
  /** The payout under way, or the one that has paid, is the answer. */
  | { readonly kind: 'answer'; readonly payout: Payout | null }
  /** The owner's wallet has signed the payout that waits for it. */
  | { readonly kind: 'take'; readonly payout: Payout }
  /** A transaction is to be made. */
  | { readonly kind: 'make'; readonly order: PayoutOrder };

/** What the next step of paying follows from. */
export interface PayoutStanding {
  readonly subject: PayoutSubject;
  /** All payouts of the subject. */
  readonly payouts: readonly Payout[];
  readonly now: Instant;
}

/**
 * The next step of paying a subject, of which at most one payout is open at a time.
 *
 * @param receiver where a deposit is to go; null for its sender
 */
export function nextPayoutStep(
  { subject, payouts, now }: PayoutStanding,
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
  const order = orderOf(subjectAsItStands(subject, payouts), receiver);
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

/** What is owed to all but a payout's own subject: a refund is paid out of what is held for it. */
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
