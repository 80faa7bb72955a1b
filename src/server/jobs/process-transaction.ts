import type { PayToken } from '#domain/base/money';
import type { Reached } from '#domain/bonds/arrival';
import type { TransactionFacts } from '#domain/bonds/deposit';
import { type RecordingParts, recordMovements } from './record-movements.ts';
import { type TakingParts, takeTransaction } from './take-transaction.ts';

/** What is to be done with a finalized transaction. */
interface Processing {
  /** Whether what it pays is taken: one that failed pays nothing. */
  readonly takesPayments: boolean;
  /** On whose accounts its movements are written down. */
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
