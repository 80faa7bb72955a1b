import { type Bond, failBond, finalizeBond, isRolledBack, isSignatureLost } from '../bonds/bond.ts';
import { type Change, unchanged } from '../base/change.ts';
import type { ParsedTransaction } from './deposit.ts';
import type { Result } from '../base/result.ts';
import type { Instant } from '../base/time.ts';
import type { ProvenPayment, UsedPayment } from './payment.ts';
import type { Settled } from './settle.ts';

/** Result of looking up a bond's payment on the chain. */
export type Outcome =
  /** The first lookup did not find it, at this slot. */
  | { readonly kind: 'unseen'; readonly slot: number }
  | { readonly kind: 'final' }
  | { readonly kind: 'gone' };

const GONE: Outcome = { kind: 'gone' };

/** Returns the outcome if the chain does not know a bond's payment at a slot; null if still open. */
export function outcomeOfAbsence(bond: Bond, slot: number): Outcome | null {
  if (bond.status !== 'pending') return isRolledBack(bond, slot) ? GONE : null;
  if (bond.postedSlot === null) return { kind: 'unseen', slot };
  return isSignatureLost(bond, slot) ? GONE : null;
}

/** Slot from which a node must retain history, so that its "not found" proves that the payment is gone. */
export function requiredHistorySlot({ slot, postedSlot }: Bond): number {
  return slot ?? postedSlot ?? 0;
}

/** Returns the outcome if the chain has the transaction of a bond's payment; null if still open. */
export function outcomeOfPayment(
  { amount }: Pick<Bond, 'amount'>,
  paid: Result<ProvenPayment>,
): Outcome | null {
  // Landed again on another fork, with another result.
  if (!paid.ok || paid.value.amount !== amount) return GONE;
  return paid.value.finalized ? { kind: 'final' } : null;
}

/**
 * Returns the outcome of a payment to an earlier treasury address; null if still open. It was judged when it was
 * taken, so only success and finality can have changed.
 */
export function outcomeAtEarlierTreasury({
  err,
  commitment,
}: Pick<ParsedTransaction, 'err' | 'commitment'>): Outcome | null {
  if (err !== null) return GONE;
  return commitment === 'finalized' ? { kind: 'final' } : null;
}

/** Returns the outcome for a pending bond after its payment was settled: gone if used for something else. */
export function outcomeOfSettling({ id }: Bond, settled: Settled): Outcome | null {
  if (settled.kind === 'unpriced' || settled.kind === 'waits') return null;
  return settled.kind === 'bond' && settled.bond.id === id ? null : GONE;
}

/** Bond with its payments. */
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
 * Applies an outcome to a bond; null if the bond has changed since it was read. A dropped payment's entries are
 * reversed, and its signature can be used again.
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
