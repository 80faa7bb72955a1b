import type { PayToken } from '#domain/base/money';
import { type Reached, decidedAt } from '#domain/bonds/arrival';
import { type TransactionFacts, provenIn } from '#domain/bonds/deposit';
import type { ProvenPayment } from '#domain/bonds/payment';
import { isWaiting } from '#domain/bonds/settle';
import { settlePayment } from '../actions/payments/settle-payment.ts';
import type { Parts } from '../parts.ts';
import { addArrival } from '../store/bonds/arrivals.ts';
import { type RecordingParts, recordMovements } from './record-movements.ts';

export type TakingParts = Pick<
  Parts,
  'database' | 'writer' | 'chain' | 'nonces' | 'isStaticFeed' | 'ignoredPayers'
>;

/**
 * Deals with one finalized transaction. A payment that its payer has not spoken for waits, counted from
 * how far the chain has come (null where that is not known). A payment that fails holds up no other; the
 * failure is thrown in the end.
 */
export async function takeTransaction(
  parts: TakingParts,
  facts: TransactionFacts,
  reached: Reached | null,
): Promise<void> {
  const { chain, ignoredPayers } = parts;
  if (facts.feePayer !== null && ignoredPayers.has(facts.feePayer)) return;
  const failures: unknown[] = [];
  for (const payment of provenIn(facts, chain.till)) {
    const taking = takePayment(parts, { ...payment, finalized: true }, reached);
    await taking.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** A gain that no wallet clearly paid has no payer to wait for. */
async function takePayment(
  parts: TakingParts,
  payment: ProvenPayment,
  reached: Reached | null,
): Promise<void> {
  const { payer } = payment;
  const settled = await settlePayment(parts, payment, payer === null ? 'due' : 'seen');
  if (payer === null || !isWaiting(settled)) return;
  const decideAt = decidedAt(payment.slot, reached, settled.at);
  const reference = settled.kind === 'unpriced' ? settled.reference : null;
  const fresh = { decideAt, reference, failures: 0, error: null };
  await addArrival(parts.database, { ...payment, payer, ...fresh });
}

/** How far the chain has come; null where it does not say. */
export async function reachedBy({ chain }: Pick<Parts, 'chain'>): Promise<Reached | null> {
  const confirmed = await chain.slot('confirmed');
  if (confirmed.kind !== 'fact') return null;
  return { confirmedSlot: confirmed.value, slotMs: await chain.slotMs() };
}

/** How a finalized transaction is processed. */
interface Processing {
  /** Whether what it pays is taken: one that failed pays nothing. */
  readonly takesPayments: boolean;
  /** The tokens whose accounts its movements are written for. */
  readonly tokens: readonly PayToken[];
  readonly reached: Reached | null;
}

/** Takes what a transaction pays, and writes down what it moves, even where taking it fails. */
export async function processTransaction(
  parts: TakingParts & RecordingParts,
  facts: TransactionFacts,
  { takesPayments, tokens, reached }: Processing,
): Promise<void> {
  const [taken] = await Promise.allSettled([
    takesPayments && facts.err === null ? takeTransaction(parts, facts, reached) : null,
  ]);
  for (const token of tokens) await recordMovements(parts, token, facts);
  if (taken.status === 'rejected') throw taken.reason;
}
