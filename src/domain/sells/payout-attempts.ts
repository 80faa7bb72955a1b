import { type Amount, type PayToken, sub } from '../base/money.ts';
import { type Payout, dueOf } from './payout.ts';

/** What tells a payment of what is due apart from others that name the same subject. */
export interface Attempts {
  /** Signatures of payments that are dealt with: credit goes back more than once. */
  readonly known: ReadonlySet<string>;
  /** What may have been sent: all that is due, or that less the rent that an attempt charged. */
  readonly amounts: ReadonlySet<bigint>;
}

/** The attempts at paying what is due, among all payouts of its subject. */
export function attemptsOf(
  due: Amount<PayToken>,
  payouts: readonly Pick<Payout, 'status' | 'signature' | 'amount' | 'rentCharged'>[],
): Attempts {
  const known = payouts.flatMap(({ status, signature }) =>
    status === 'finalized' && signature !== null ? [signature] : [],
  );
  const same = payouts.filter((each) => dueOf(each) === due);
  return {
    known: new Set(known),
    amounts: new Set<bigint>([due, ...same.map(({ amount }) => amount)]),
  };
}

/** A payment that stands on the chain. */
export interface FoundPayment {
  readonly signature: string;
  /** What was sent by it. */
  readonly amount: Amount<PayToken>;
}

/** A payout as it was paid by a payment that was found: another attempt may have charged other rent. */
export function paidBy(payout: Payout, { signature, amount }: FoundPayment): Payout {
  return { ...payout, signature, amount, rentCharged: sub(dueOf(payout), amount) };
}
