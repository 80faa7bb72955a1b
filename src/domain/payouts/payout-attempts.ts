import { type Amount, type PayToken, sub } from '../base/money.ts';
import { type Payout, dueOf } from './payout.ts';

/** What tells a payment of what is due apart from others that name the same subject. */
export interface Attempts {
  /** Signatures of payments that are dealt with: credit goes back more than once. */
  readonly known: ReadonlySet<string>;
  /** What may have been sent: all that is due, or that less the rent that an attempt charged. */
  readonly amounts: ReadonlySet<bigint>;
  /** Whom attempts were to pay: one after another may send a deposit to another wallet. */
  readonly receivers: ReadonlySet<string>;
}

/** The attempts at paying what is due, among all payouts of its subject. */
export function attemptsOf(
  due: Amount<PayToken>,
  payouts: readonly Pick<Payout, 'status' | 'signature' | 'amount' | 'rentCharged' | 'receiver'>[],
): Attempts {
  const known = payouts.flatMap(({ status, signature }) =>
    status === 'finalized' && signature !== null ? [signature] : [],
  );
  const same = payouts.filter((each) => dueOf(each) === due);
  return {
    known: new Set(known),
    amounts: new Set<bigint>([due, ...same.map(({ amount }) => amount)]),
    receivers: new Set(same.map(({ receiver }) => receiver)),
  };
}

/** A payment that stands on the chain. */
export interface FoundPayment {
  readonly signature: string;
  /** What was sent by it. */
  readonly amount: Amount<PayToken>;
  readonly receiver: string;
}

/**
 * A payout as it was paid by a payment that was found: another attempt may have charged other rent, or
 * gone to another wallet.
 */
export function withPayment(payout: Payout, { signature, amount, receiver }: FoundPayment): Payout {
  return { ...payout, signature, amount, receiver, rentCharged: sub(dueOf(payout), amount) };
}
