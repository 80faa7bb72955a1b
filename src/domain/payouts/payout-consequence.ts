import { refundDeposit } from '../payments/unmatched-deposit.ts';
import type { ListedDeposit } from '../payments/payment.ts';
import type { HistoryItem } from '../base/change.ts';
import { type Journal, reverse } from '../base/ledger.ts';
import { lamports } from '../base/money.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import { refundCredit, usableCredit } from '../payments/fee-credit.ts';
import type { Payout } from './payout.ts';
import type { PayoutSubject, SellSubject } from './payout-subject.ts';
import { type Sell, approveSell, reopenSell, settleSell } from '../sells/sell.ts';

/** Effect of a payout's step on its subject. */
export interface Consequence {
  readonly subject: PayoutSubject;
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly sells: readonly Sell[];
  readonly deposits: readonly ListedDeposit[];
}

const NONE = { journals: [], items: [], sells: [], deposits: [] } as const;

/** Builds the effect of a step that changes nothing of its subject. */
export const noConsequence = (subject: PayoutSubject): Consequence => ({ ...NONE, subject });

/** Input of every step. */
interface Step {
  readonly payout: Payout;
  readonly now: Instant;
  /** Owner's notes. */
  readonly notes: string | null;
}

/**
 * Effect of making a payout. A payout signed by the server approves its sell request; one for the owner's
 * wallet leaves it pending. Credit is taken immediately, so that no stake uses it meanwhile.
 */
export function whenMade(subject: PayoutSubject, step: Step): Result<Consequence> {
  const { payout, now } = step;
  if (subject.purpose !== 'credit') {
    return payout.signature === null ? ok(noConsequence(subject)) : whenSigned(subject, step);
  }
  if (payout.amount > usableCredit(subject.credit, subject.openFees)) return refuse('CONFLICT');
  const taken = creditTaken(payout, now);
  const credit = lamports(subject.credit - payout.amount);
  return ok({ ...NONE, subject: { ...subject, credit }, journals: [taken] });
}

/** Effect of a finalized payment that no stored payout explains: its payout is made and paid in one step. */
export function whenFound(subject: PayoutSubject, step: Step): Result<Consequence> {
  const made = whenMade(subject, step);
  if (!made.ok) return made;
  const paid = whenPaid(made.value.subject, step.payout, step.now);
  return ok({ ...paid, journals: [...made.value.journals, ...paid.journals] });
}

/** Effect of storing the signature of a payout's transaction. */
export function whenSigned(
  subject: PayoutSubject,
  { now, notes }: Pick<Step, 'now' | 'notes'>,
): Result<Consequence> {
  if (subject.purpose === 'deposit' && subject.deposit.status !== 'open') {
    return refuse('DEPOSIT_DECIDED', { status: subject.deposit.status });
  }
  if (subject.purpose !== 'sell') return ok(noConsequence(subject));
  const approved = approveSell(subject.sell, now, notes);
  return approved.ok ? ok(sellChanged(subject, approved.value.next)) : approved;
}

/** Effect of a finalized payout: escrow is burned, or a deposit is refunded. */
export function whenPaid(
  subject: PayoutSubject,
  { amount }: Pick<Payout, 'amount'>,
  now: Instant,
): Consequence {
  switch (subject.purpose) {
    case 'sell': {
      const { next, journals } = settleSell(subject.sell, amount, now);
      return { ...sellChanged(subject, next), journals };
    }
    case 'deposit': {
      const deposit: ListedDeposit = { ...subject.deposit, status: 'refunded' };
      const journals = [refundDeposit(deposit, now)];
      return { ...NONE, subject: { ...subject, deposit }, journals, deposits: [deposit] };
    }
    case 'credit':
      return noConsequence(subject);
  }
}

/**
 * Effect of a payout that failed or was withdrawn: its sell request is pending again, and its credit is
 * returned to the user.
 */
export function whenUndone(subject: PayoutSubject, payout: Payout, now: Instant): Consequence {
  switch (subject.purpose) {
    case 'sell':
      return subject.sell.status === 'approved'
        ? sellChanged(subject, reopenSell(subject.sell))
        : noConsequence(subject);
    case 'credit': {
      const credit = lamports(subject.credit + payout.amount);
      const journals = [reverse(creditTaken(payout, now), now)];
      return { ...NONE, subject: { ...subject, credit }, journals };
    }
    case 'deposit':
      return noConsequence(subject);
  }
}

const creditTaken = ({ subject: userId, id, amount }: Payout, now: Instant): Journal =>
  refundCredit({ userId, payoutId: id, amount: lamports(amount), at: now });

function sellChanged(subject: SellSubject, sell: Sell): Consequence {
  const place = sell.status === 'pending' ? subject.place : null;
  return { ...NONE, subject: { ...subject, sell, place }, sells: [sell] };
}
