import { errorText, nextRetryAt } from '#domain/base/backoff';
import { type ChainProgress, decidedAt } from '#domain/payments/arrival';
import { type ParsedTransaction, provenIn } from '#domain/payments/deposit';
import type { ProvenPayment } from '#domain/payments/payment';
import { isWaiting } from '#domain/payments/settle';
import { settlePayment } from '../payments/settle-payment.ts';
import { isDatabaseDown } from '../kernel/base/unavailable.ts';
import type { Answer } from '../kernel/rpc/answer.ts';
import type { Parts } from '../kernel/parts.ts';
import { addArrival } from '../payments/arrival-queries.ts';
import { park } from '../payments/parked-queries.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { type RecordingParts, recordMovements } from './record-movements.ts';

export type ProcessingParts = RecordingParts & Pick<Parts, 'writer' | 'isStaticFeed' | 'alert'>;

/** Address whose list contains the transaction, and the chain's progress (null if unknown). */
interface Processing {
  readonly address: string;
  readonly reached: ChainProgress | null;
}

/**
 * Processes a finalized transaction of a watched address: takes its payments, then writes its movements with
 * the row that marks it as processed. Every step is idempotent. A transaction with a failing payment is
 * parked before its movements are written, so that a crash loses no payment. Throws while the database is
 * unavailable, because then the payment itself has not failed.
 */
export async function processTransaction(
  parts: ProcessingParts,
  facts: ParsedTransaction,
  { address, reached }: Processing,
): Promise<void> {
  const { signature } = facts;
  const putAside = async (err: unknown): Promise<void> => {
    if (isDatabaseDown(err)) throw err;
    await parkTransaction(parts, signature, errorText(err));
    parts.alert('a payment could not be processed and is put aside', { signature, err });
  };
  await takePayments(parts, facts, reached).catch(putAside);
  await recordMovements(parts, address, facts).catch(putAside);
}

/** Parks a transaction for its first retry. */
export async function parkTransaction(
  { database }: Pick<Parts, 'database'>,
  signature: string,
  error: string,
): Promise<void> {
  const { now } = await readHead(database);
  await park(database, { signature, failures: 1, error, retryAt: nextRetryAt(1, now) }, now);
}

/** Formats why a listed transaction cannot be read. */
export const unreadable = (answer: Exclude<Answer<unknown>, { readonly kind: 'fact' }>): string =>
  `it cannot be read: ${answer.kind === 'absent' ? 'absent' : answer.reason}`;

/**
 * Takes the payments of a finalized transaction; a failed transaction pays nothing. A payment that its payer
 * has not announced waits. A failing payment does not block the others; its error is thrown in the end.
 */
export async function takePayments(
  parts: ProcessingParts,
  facts: ParsedTransaction,
  reached: ChainProgress | null,
): Promise<void> {
  const { chain, ignoredPayers } = parts;
  if (facts.err !== null) return;
  if (facts.feePayer !== null && ignoredPayers.has(facts.feePayer)) return;
  const failures: unknown[] = [];
  for (const payment of provenIn(facts, chain.till)) {
    const taking = takePayment(parts, { ...payment, finalized: true }, reached);
    await taking.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Takes one payment. A payment without a clear payer does not wait to be announced. */
async function takePayment(
  parts: ProcessingParts,
  payment: ProvenPayment,
  reached: ChainProgress | null,
): Promise<void> {
  const { payer } = payment;
  const settled = await settlePayment(parts, payment, payer === null ? 'due' : 'seen');
  if (payer === null || !isWaiting(settled)) return;
  const decideAt = decidedAt(payment.slot, reached, settled.at);
  const reference = settled.kind === 'unpriced' ? settled.reference : null;
  const fresh = { decideAt, reference, failures: 0, error: null };
  await addArrival(parts.database, { ...payment, payer, ...fresh });
}

/** Returns the confirmed slot and the slot duration; null if the chain does not respond. */
export async function readChainProgress({
  chain,
}: Pick<Parts, 'chain'>): Promise<ChainProgress | null> {
  const confirmed = await chain.slot('confirmed');
  if (confirmed.kind !== 'fact') return null;
  return { confirmedSlot: confirmed.value, slotMs: await chain.slotMs() };
}
