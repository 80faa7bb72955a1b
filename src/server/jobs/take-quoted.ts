import { MINUTE_MS, after as later } from '#domain/base/time';
import type { Listed } from '../chain/signatures.ts';
import { openReferences } from '../store/bonds/open-references.ts';
import { readHead } from '../store/terms/head.ts';
import { askedAhead } from '../base/asked-ahead.ts';
import { type ProcessingParts, reachedBy, takePayments } from './process-transaction.ts';

/** References that are looked up at a time, and in which transactions that name one are looked through. */
const BATCH = 40;
const NAMING_MAX = 1_000;
/** Of those the first are taken: a quote counts for its first payment, and who sends more waits their turn. */
const TAKEN_MAX = 10;
/** More signatures than this are not remembered. */
const SEEN_MAX = 10_000;
/** A payment of a quote's last moment is final, and listed, by then. */
const AFTER_END_MS = 5 * MINUTE_MS;

/** Where the round of open quotes stands. */
export interface QuotedRound {
  /** The reference after which it goes on. */
  readonly after: string;
  /** Transactions that were taken: one may name many references, and each would show it again and again. */
  readonly seen: Set<string>;
}

/**
 * Takes payments that name an open quote ahead of their turn: what others send to the treasury cannot
 * hold them up. Goes round all open quotes, some at a time: answers after which to go on.
 */
export async function takeQuoted(
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
  const reached = references.length > 0 ? await reachedBy(parts) : null;
  for (const [, asked] of askedAhead(references, (reference) => naming(parts, reference))) {
    for (const { signature } of (await asked).slice(0, TAKEN_MAX)) {
      if (seen.has(signature)) continue;
      const facts = await chain.facts(signature);
      if (facts.kind !== 'fact' || facts.value.commitment !== 'finalized') continue;
      // One that fails is put aside when its turn comes.
      await takePayments(parts, facts.value, reached).then(
        () => seen.add(signature),
        () => {},
      );
    }
  }
  return references.length < BATCH ? '' : (references.at(-1) ?? '');
}

/** Transactions that name an address and did not fail, oldest first. */
async function naming({ chain }: ProcessingParts, address: string): Promise<readonly Listed[]> {
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
