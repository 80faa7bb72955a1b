import { type Amount, type PayToken, sub } from '../base/money.ts';
import { type Payout, dueOf } from './payout.ts';

/** Criteria that distinguish a payment of an amount due from other payments that name the same subject. */
export interface Attempts {
  /** Signatures of settled payments, which pay nothing else: credit can be refunded more than once. */
  readonly known: ReadonlySet<string>;
  /** Amounts that may have been sent: the amount due, or that less the rent that an attempt charged. */
  readonly amounts: ReadonlySet<bigint>;
  /** Receivers of the attempts; those of one deposit may differ. */
  readonly receivers: ReadonlySet<string>;
}

/** Returns the attempts at paying an amount due, among all payouts of its subject. */
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

export interface FoundPayment {
  readonly signature: string;
  readonly amount: Amount<PayToken>;
  readonly receiver: string;
}

/**
 * Returns a payout with the data of a found payment, which may be another attempt with other rent or another
 * wallet.
 */
export function withPayment(payout: Payout, { signature, amount, receiver }: FoundPayment): Payout {
  return { ...payout, signature, amount, receiver, rentCharged: sub(dueOf(payout), amount) };
}
