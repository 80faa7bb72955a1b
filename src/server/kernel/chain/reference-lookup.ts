import { type Answer, type Reading, type Unknown, absent, fact, unknown } from '../rpc/answer.ts';
import { retainsBlocksSince } from './follow-signature.ts';
import { type Provider, type Rpc, read } from '../rpc/rpc-client.ts';
import { isObject } from '../rpc/json-shape.ts';
import { type Listed, type Listing, readPage } from './signatures.ts';

export interface ReferenceLookup {
  /** Key that the transactions name. */
  readonly key: string;
  readonly commitment: Listing['commitment'];
  /** Slot that a provider must have reached for its list to count. */
  readonly reachedSlot: number;
  /**
   * Slot since which every configured provider must have listed and kept all transactions for 'absent' to be
   * returned; null if the responding providers suffice.
   */
  readonly completeSince: number | null;
}

const PAGE_SIZE = 1000;
/** Upper bound of a lookup: anybody can name a key, for a network fee each time. */
const PAGES_MAX = 10;

export interface Referencing {
  readonly transactions: readonly Listed[];
  /** True if enough providers have responded to prove that no other transaction names the key. */
  readonly isComplete: boolean;
}

/** Reads the transactions that one provider lists for a key, page by page. */
async function listedAt(
  provider: Provider,
  { key, commitment, reachedSlot }: ReferenceLookup,
): Promise<Reading<readonly Listed[]>> {
  const listed: Listed[] = [];
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const last = listed.at(-1);
    const before = last ? { before: last.signature } : {};
    const outcome = await provider.call('getSignaturesForAddress', [
      key,
      { limit: PAGE_SIZE, commitment, minContextSlot: reachedSlot, ...before },
    ]);
    const page = read(outcome, (value) => fact(readPage(value), 0));
    if (page.kind !== 'fact') return page;
    listed.push(...page.value);
    if (page.value.length < PAGE_SIZE) return fact(listed, 0);
  }
  return unknown('too-large');
}

/** Finds the transactions that name a key, in the lists of all providers together. */
export async function findReferencing(
  rpc: Rpc,
  lookup: ReferenceLookup,
): Promise<Answer<Referencing>> {
  const { completeSince, reachedSlot } = lookup;
  const found = new Map<string, Listed>();
  let open: Unknown | null = null;
  let answered = 0;
  for (const provider of rpc.providers()) {
    const listed = await listedAt(provider, lookup);
    if (listed.kind !== 'fact') {
      if (listed.reason === 'too-large') return listed;
      open = listed;
      continue;
    }
    for (const one of listed.value) found.set(one.signature, one);
    const mayBePruned = listed.value.length === 0 && completeSince !== null;
    if (mayBePruned && !(await retainsBlocksSince(provider, completeSince)))
      return unknown('pruned');
    answered += 1;
  }
  const isComplete = answered > 0 && (completeSince === null || open === null);
  if (found.size > 0) return fact({ transactions: [...found.values()], isComplete }, reachedSlot);
  return isComplete ? absent(reachedSlot) : (open ?? unknown('unreachable'));
}

/**
 * True if a provider filters by `minContextSlot`, as surfpool does, so that a missing transaction may have
 * landed. Null if it does not respond.
 */
export async function filtersBySlot(provider: Provider): Promise<boolean | null> {
  const version = await provider.call('getVersion', [], 0);
  if (version.kind === 'trouble') return null;
  const { value } = version.kind === 'result' ? version : { value: null };
  return isObject(value) && Object.keys(value).some((key) => key.startsWith('surfnet'));
}

/**
 * True if all responding providers can prove that a payout never landed. Each provider is checked until it
 * has responded once.
 */
export function provesAbsence(rpc: Rpc): () => Promise<Reading<boolean>> {
  const known = new Map<Provider, boolean>();
  return async () => {
    for (const provider of rpc.providers()) {
      if (known.has(provider)) continue;
      const filters = await filtersBySlot(provider);
      if (filters !== null) known.set(provider, !filters);
    }
    if (known.size === 0) return unknown('unreachable');
    return fact(
      [...known.values()].every((proves) => proves),
      0,
    );
  };
}
