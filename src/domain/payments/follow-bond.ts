import { type Bond, failBond, finalizeBond, isRolledBack, isSignatureLost } from '../bonds/bond.ts';
import { type Change, unchanged } from '../base/change.ts';
import type { ParsedTransaction } from './deposit.ts';
import type { Result } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { ProvenPayment, UsedPayment } from './payment.ts';
import type { Settled } from './settle.ts';

/** What the chain has shown of a bond's payment. */
export type Outcome =
  /** It was not known when it was first asked for, at this slot. */
  | { readonly kind: 'unseen'; readonly slot: number }
  | { readonly kind: 'final' }
  | { readonly kind: 'gone' };

const GONE: Outcome = { kind: 'gone' };

/** What follows where the chain does not know a bond's payment at a slot; null: nothing yet. */
export function outcomeOfAbsence(bond: Bond, slot: number): Outcome | null {
  if (bond.status !== 'pending') return isRolledBack(bond, slot) ? GONE : null;
  if (bond.postedSlot === null) return { kind: 'unseen', slot };
  return isSignatureLost(bond, slot) ? GONE : null;
}

/** The slot from which on a node must remember everything for its word that a payment is gone to count. */
export function requiredHistorySlot({ slot, postedSlot }: Bond): number {
  return slot ?? postedSlot ?? 0;
}

/** What follows where the chain shows the transaction of a payment of this amount; null: nothing yet. */
export function outcomeOfPayment(
  { amount }: Pick<Bond, 'amount'>,
  paid: Result<ProvenPayment>,
): Outcome | null {
  // It landed again, on another fork, with another outcome.
  if (!paid.ok || paid.value.amount !== amount) return GONE;
  return paid.value.finalized ? { kind: 'final' } : null;
}

/**
 * What follows where the chain shows a payment that was taken when the treasury had another address: it
 * was judged then, and only whether it landed can have changed. Null: nothing yet.
 */
export function outcomeAtEarlierTreasury({
  err,
  commitment,
}: Pick<ParsedTransaction, 'err' | 'commitment'>): Outcome | null {
  if (err !== null) return GONE;
  return commitment === 'finalized' ? { kind: 'final' } : null;
}

/** What follows for a pending bond where its payment was settled: one that went elsewhere is not this bond's. */
export function outcomeOfSettling({ id }: Bond, settled: Settled): Outcome | null {
  if (settled.kind === 'unpriced' || settled.kind === 'waits') return null;
  return settled.kind === 'bond' && settled.bond.id === id ? null : GONE;
}

/** A bond with the payment that it was made of. */
export interface FollowedBond {
  readonly now: Instant;
  readonly bond: Bond;
  readonly payments: readonly UsedPayment[];
}

interface FollowChanges extends Pick<Change<Bond>, 'journals' | 'items'> {
  readonly bonds: readonly Bond[];
  readonly changedPayments?: readonly UsedPayment[];
  readonly freedPayments?: readonly UsedPayment[];
}

/**
 * Changes a bond by an outcome, if it still stands where it was seen. What a vanished payment had
 * credited is taken back; its signature is free again and may still be found.
 */
export function followBond(
  { bond, payments, now }: FollowedBond,
  seen: Bond,
  outcome: Outcome,
): FollowChanges | null {
  if (bond.status !== seen.status || bond.finalized !== seen.finalized) return null;
  if (outcome.kind === 'unseen') {
    return changesOf(unchanged({ ...bond, postedSlot: outcome.slot }));
  }
  if (outcome.kind === 'final') {
    const changedPayments = payments.map((payment) => ({ ...payment, finalized: true }));
    return { ...changesOf(unchanged(finalizeBond(bond))), changedPayments };
  }
  const freedPayments = payments.filter(({ finalized }) => !finalized);
  return { ...changesOf(failBond(bond, now)), freedPayments };
}

const changesOf = ({ next, journals, items }: Change<Bond>): FollowChanges => ({
  journals,
  items,
  bonds: [next],
});
