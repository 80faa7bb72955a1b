import { creditOf, type Journal, move, system } from '../base/ledger.ts';
import { type Lamports, lamports } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { type NewPayment, type ProvenPayment, usedFor } from './payment.ts';

/** Builds the journal of a received fee payment, which becomes the user's credit. */
export function feePaidJournal({
  userId,
  paymentId,
  paid,
  at,
}: {
  readonly userId: string;
  readonly paymentId: string;
  readonly paid: Lamports;
  readonly at: Instant;
}): Journal {
  const postings = move(system('treasury', 'SOL'), creditOf(userId), paid);
  return { kind: 'feePaid', at, userId, subject: paymentId, postings };
}

/** Recipient of a fee payment's credit; `vaultId` is null if no stake uses it yet. */
interface Credited {
  readonly paymentId: string;
  readonly userId: string;
  readonly vaultId: string | null;
}

/** Credits a proven payment of lamports to its payer, and marks it as used. */
export function creditFee(
  { paymentId: id, userId, vaultId }: Credited,
  payment: ProvenPayment,
): { readonly journals: readonly Journal[]; readonly payments: readonly NewPayment[] } {
  const { amount, blockTime } = payment;
  return {
    journals: [feePaidJournal({ userId, paymentId: id, paid: lamports(amount), at: blockTime })],
    payments: [usedFor(payment, { id, purpose: 'fee', subject: vaultId ?? id })],
  };
}
