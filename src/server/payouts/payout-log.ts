import { serializeDeposit } from '#contract/payments/serialize-deposit';
import { serializeSell } from '#contract/sells/serialize-sell';
import { newestPayout } from '#domain/payouts/payout';
import type { ChangedPayout } from '#domain/payouts/payout-steps';
import type { PayoutSubject } from '#domain/payouts/payout-subject';
import type { Admin } from '../kernel/guards/owner.ts';
import type { StoredPayouts } from './payout-facts.ts';
import type { Changes } from '../kernel/write/plan.ts';

/** Builds the owner's log line for a step of a payout. */
export function payoutLog(
  { actor, call }: Admin,
  {
    reason,
    facts,
    changed: { subject, payout },
  }: {
    readonly reason: string | null;
    readonly facts: StoredPayouts;
    readonly changed: Pick<ChangedPayout, 'subject' | 'payout'>;
  },
): NonNullable<Changes['log']> {
  const { status, signature, amount, receiver } = payout;
  const shown =
    subject.purpose === 'credit' ? { refund: amount.toString() } : describe(subject, facts);
  return {
    actor,
    call,
    reason,
    before: describe(facts.subject, facts),
    after: { ...shown, payout: { status, signature, receiver } },
  };
}

function describe(subject: PayoutSubject, { payouts, now }: StoredPayouts) {
  switch (subject.purpose) {
    case 'sell':
      return serializeSell(subject, newestPayout(payouts), now);
    case 'deposit':
      return serializeDeposit(subject.deposit);
    case 'credit':
      return { credit: subject.credit.toString() };
  }
}
