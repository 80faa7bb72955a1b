import { MINUTE_MS, after as later } from '#domain/base/time';
import type { Listed } from '../kernel/chain/signatures.ts';
import { openReferences } from '../payments/open-references.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { prefetch } from '../kernel/base/prefetch.ts';
import { type ProcessingParts, readChainProgress, takePayments } from './process-transaction.ts';

/** Maximum references looked up per call, and maximum transactions listed for each. */
const BATCH = 40;
const NAMING_MAX = 1_000;
/**
 * Maximum transactions taken per reference, oldest first. A quote counts for its first payment; further
 * payments wait for the walk.
 */
const TAKEN_MAX = 10;
/** Maximum remembered signatures. */
const SEEN_MAX = 10_000;
/**
 * Time after a quote's end for which it is still looked up; its last payment is finalized and listed by then.
 */
const AFTER_END_MS = 5 * MINUTE_MS;

/** Progress of the round of open quotes. */
export interface QuotedRound {
  /** Reference after which the round continues. */
  readonly after: string;
  /** Signatures of taken transactions, because one transaction may name many references. */
  readonly seen: Set<string>;
}

/**
 * Takes payments that name an open quote before the walk reaches them, so that a flood of other transactions
 * cannot delay them. Goes round all open quotes in batches. Returns the reference after which to continue.
 */
export async function takeQuotedPayments(
  parts: ProcessingParts,
  { after, seen }: QuotedRound,
): Promise<string> {
  const { database, chain } = parts;
  if (seen.size > SEEN_MAX) seen.clear();
  const { now } = await readHead(database);
  const references = await openReferences(database, {
    since: later(now, -AFTER_END_MS),
    after,
    limit: BATCH,
  });
  const reached = references.length > 0 ? await readChainProgress(parts) : null;
  for (const [, asked] of prefetch(references, (reference) =>
    transactionsNaming(parts, reference),
  )) {
    for (const { signature } of (await asked).slice(0, TAKEN_MAX)) {
      if (seen.has(signature)) continue;
      const facts = await chain.facts(signature);
      if (facts.kind !== 'fact' || facts.value.commitment !== 'finalized') continue;
      // A failure is ignored here; the walk parks the transaction when it reaches it.
      await takePayments(parts, facts.value, reached).then(
        () => seen.add(signature),
        () => {},
      );
    }
  }
  return references.length < BATCH ? '' : (references.at(-1) ?? '');
}

/** Returns successful transactions that name an address, oldest first. */
async function transactionsNaming(
  { chain }: ProcessingParts,
  address: string,
): Promise<readonly Listed[]> {
  const found = await chain.signaturesSince({
    address,
    commitment: 'finalized',
    sinceSlot: 0,
    firstPageSize: NAMING_MAX,
    pagesMax: 1,
  });
  if (found.kind !== 'fact') return [];
  return found.value.signatures.filter(({ failed }) => !failed).toReversed();
}
