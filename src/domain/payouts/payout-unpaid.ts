import type { ParsedTransaction } from '../payments/deposit.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Payout, dueOf } from './payout.ts';
import { attemptsOf } from './payout-attempts.ts';
import { type PayingTreasury, judgePayout } from './payout-judge.ts';

type NewerFacts = Pick<ParsedTransaction, 'signature' | 'err' | 'transfers' | 'balances'>;

/** Evidence about an outside payout since it was made, from the treasury's account. */
export interface PaymentEvidence {
  /** Signature of a transaction that names the payout's subject and pays it. */
  readonly namedBy: string | null;
  /** Signature of a recorded payment that settles nothing yet. */
  readonly seenBy: string | null;
  /** Slot at which watching the account began; null if it has not. */
  readonly startedSlot: number | null;
  /** Balance according to all recorded movements; null if recording has not begun. */
  readonly written: bigint | null;
  /** Transactions newer than the recorded ones, oldest first; null if some cannot be read. */
  readonly newer: readonly NewerFacts[] | null;
  /** Current balance by each provider, including blocks that are not finalized; null if a provider lags. */
  readonly held: readonly bigint[] | null;
}

/**
 * Refuses unless an outside payout certainly was not paid. Its payment may name nothing, so no transaction
 * may match it, and all transactions together must explain the balance to the last unit.
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
  // The treasury had another address then, so this account does not show the payment.
  if (startedSlot === null || payout.builtSlot < startedSlot) return refuse('PAYOUT_UNSURE');
  const changes = newer.map(({ balances }) => balances.find(({ token }) => token === payout.token));
  const explained = changes.reduce(
    (sum, change) => sum + (change ? change.after - change.before : 0n),
    written,
  );
  return held.every((units) => units === explained) ? ok(null) : refuse('PAYOUT_UNSURE');
}
