import { decidedAt } from '#domain/bonds/arrival';
import { type TransactionFacts, paymentsIn, unattributedIn } from '#domain/bonds/deposit';
import { settlePayment } from '../actions/payments/settle-payment.ts';
import type { Parts } from '../parts.ts';
import { addArrival } from '../store/bonds/arrivals.ts';

export type TakingParts = Pick<
  Parts,
  'database' | 'writer' | 'chain' | 'isStaticFeed' | 'ignoredPayers'
>;

/** Deals with one finalized transaction: a payment that its payer has not spoken for waits. */
export async function takeTransaction(parts: TakingParts, facts: TransactionFacts): Promise<void> {
  const { database, chain, ignoredPayers } = parts;
  const { signature, slot, blockTime, feePayer, accountKeys: keys } = facts;
  if (blockTime === null || (feePayer !== null && ignoredPayers.has(feePayer))) return;
  const shared = { signature, slot, blockTime, keys, finalized: true };
  for (const paid of paymentsIn(facts, chain.till)) {
    const settled = await settlePayment(parts, { ...shared, ...paid }, 'seen');
    if (settled.kind !== 'waits' && settled.kind !== 'unpriced') continue;
    const confirmed = await chain.slot('confirmed');
    const confirmedSlot = confirmed.kind === 'fact' ? confirmed.value : null;
    const decideAt = decidedAt(slot, confirmedSlot, settled.at);
    await addArrival(database, { ...paid, signature, slot, blockTime, decideAt });
  }
  for (const gain of unattributedIn(facts, chain.till)) {
    await settlePayment(parts, { ...shared, ...gain, payer: null }, 'due');
  }
}
