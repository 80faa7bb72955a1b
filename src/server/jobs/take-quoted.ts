import { MINUTE_MS, after as later } from '#domain/base/time';
import type { Listed } from '../chain/signatures.ts';
import { openReferences } from '../store/bonds/open-references.ts';
import { readHead } from '../store/terms/head.ts';
import { askedAhead } from './asked-ahead.ts';
import { type TakingParts, reachedBy, takeTransaction } from './take-transaction.ts';

/** References that are looked up at a time, and in which transactions that name one are looked through. */
const BATCH = 40;
const NAMING_MAX = 1_000;
/** A payment of a quote's last moment is final, and listed, by then. */
const AFTER_END_MS = 5 * MINUTE_MS;

/**
 * Takes payments that name an open quote ahead of their turn: what others send to the treasury cannot
 * hold them up. Goes round all open quotes, some at a time: answers after which to go on.
 */
export async function takeQuoted(parts: TakingParts, after: string): Promise<string> {
  const { database, chain } = parts;
  const { now } = await readHead(database);
  const references = await openReferences(database, {
    since: later(now, -AFTER_END_MS),
    after,
    limit: BATCH,
  });
  const reached = references.length > 0 ? await reachedBy(parts) : null;
  for (const [, asked] of askedAhead(references, (reference) => naming(parts, reference))) {
    for (const { signature } of await asked) {
      const facts = await chain.facts(signature);
      if (facts.kind !== 'fact' || facts.value.commitment !== 'finalized') continue;
      // One that fails is put aside when its turn comes.
      await takeTransaction(parts, facts.value, reached).catch(() => {});
    }
  }
  return references.length < BATCH ? '' : (references.at(-1) ?? '');
}

async function naming({ chain }: TakingParts, address: string): Promise<readonly Listed[]> {
  const page = { firstPageSize: NAMING_MAX, pagesMax: 1 };
  const found = await chain.signaturesSince({
    address,
    cursor: null,
    commitment: 'finalized',
    ...page,
  });
  if (found.kind !== 'fact') return [];
  const { signatures, walk } = found.value;
  return [...signatures, ...(walk?.found ?? []).toReversed()].filter(({ failed }) => !failed);
}
