import type { TransactionFacts } from '../payments/deposit.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Payout, dueOf } from './payout.ts';
import { attemptsOf } from './payout-attempts.ts';
import { type PayingTreasury, judgePayout } from './payout-judge.ts';

type NewerFacts = Pick<TransactionFacts, 'signature' | 'err' | 'transfers' | 'balances'>;

/** All that is known of the treasury's account since a payout was made that waits outside. */
export interface PaymentEvidence {
  /** A transaction that names the payout's subject and pays it. */
  readonly namedBy: string | null;
  /** One that the watcher has written down and that settles nothing yet. */
  readonly seenBy: string | null;
  /** Where watching the account began; null where it has not. */
  readonly startedSlot: number | null;
  /** What the account holds by everything that was written down; null where that has not begun. */
  readonly written: bigint | null;
  /** What is newer, oldest first; null where not all of it can be read. */
  readonly newer: readonly NewerFacts[] | null;
  /**
   * What the account holds now by the word of each provider, in blocks that may still vanish too; null where
   * one of them is behind.
   */
  readonly held: readonly bigint[] | null;
}

/**
 * Refuses unless it is sure that a payout which waits outside was not paid: its payment may name
 * nothing, so that no transaction pays it and all together explain what the account holds, to the last unit.
 */
export function proveUnpaid(
  { namedBy, seenBy, startedSlot, written, newer, held }: PaymentEvidence,
  payout: Payout,
  till: PayingTreasury,
): Result<null> {
  const { amounts } = attemptsOf(dueOf(payout), [payout]);
  const pays = (facts: NewerFacts): boolean => judgePayout(facts, { ...payout, amounts }, till).ok;
  const paying = newer?.find(pays)?.signature ?? null;
  const signature = namedBy ?? seenBy ?? paying;
  if (signature !== null) return refuse('PAYOUT_PAID', { signature });
  if (written === null || newer === null || held === null) return refuse('PAYOUT_UNSURE');
  // The treasury that was to pay it had another address, of which this account tells nothing.
  if (startedSlot === null || payout.builtSlot < startedSlot) return refuse('PAYOUT_UNSURE');
  const changes = newer.map(({ balances }) => balances.find(({ token }) => token === payout.token));
  const explained = changes.reduce(
    (sum, change) => sum + (change ? change.after - change.before : 0n),
    written,
  );
  return held.every((units) => units === explained) ? ok(null) : refuse('PAYOUT_UNSURE');
}
