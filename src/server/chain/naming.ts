import { type Answer, type Reading, type Unknown, absent, fact, unknown } from './answer.ts';
import { remembers } from './follow.ts';
import { type Provider, type Rpc, read } from './rpc.ts';
import { isObject } from './shape.ts';
import { type Listed, type Listing, readPage } from './signatures.ts';

export interface NamingOptions {
  readonly key: string;
  readonly commitment: Listing['commitment'];
  /** No transaction names the key before this slot; null where no provider need remember that far. */
  readonly sinceSlot: number | null;
  /** Only nodes that have come this far are believed. */
  readonly untilSlot: number;
  /** Which providers must agree on 'absent': those that answer, or every configured one. */
  readonly votes: 'answering' | 'all';
}

const PAGE_SIZE = 1000;
/** Anybody can name a key, for a network fee each time: this many cost more than they hold up. */
const PAGES_MAX = 10;

export interface Naming {
  readonly transactions: readonly Listed[];
  /** Whether every configured provider has answered: a transaction that none of them lists is nowhere. */
  readonly isComplete: boolean;
}

/** Those that one provider lists, page by page. */
async function namedAt(
  provider: Provider,
  key: string,
  asked: { readonly commitment: NamingOptions['commitment']; readonly minContextSlot: number },
): Promise<Reading<readonly Listed[]>> {
  const named: Listed[] = [];
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const last = named.at(-1);
    const before = last ? { before: last.signature } : {};
    const outcome = await provider.call('getSignaturesForAddress', [
      key,
      { limit: PAGE_SIZE, ...asked, ...before },
    ]);
    const page = read(outcome, (value) => fact(readPage(value), 0));
    if (page.kind !== 'fact') return page;
    named.push(...page.value);
    if (page.value.length < PAGE_SIZE) return fact(named, 0);
  }
  return unknown('too-large');
}

/**
 * The transactions that name a key which few do, as all providers together have them. Each provider
 * that is to say 'absent' must have come as far as `untilSlot`, and remember `sinceSlot`.
 */
export async function transactionsNaming(
  rpc: Rpc,
  { key, commitment, sinceSlot, untilSlot, votes }: NamingOptions,
): Promise<Answer<Naming>> {
  const found = new Map<string, Listed>();
  let open: Unknown | null = null;
  let heard = 0;
  for (const provider of rpc.providers()) {
    const named = await namedAt(provider, key, { commitment, minContextSlot: untilSlot });
    if (named.kind !== 'fact') {
      if (named.reason === 'too-large') return named;
      open = named;
      continue;
    }
    for (const one of named.value) found.set(one.signature, one);
    const isEmpty = named.value.length === 0 && sinceSlot !== null;
    if (isEmpty && !(await remembers(provider, sinceSlot))) return unknown('pruned');
    heard += 1;
  }
  const isComplete = heard > 0 && (votes === 'answering' || open === null);
  if (found.size > 0) return fact({ transactions: [...found.values()], isComplete }, untilSlot);
  return isComplete ? absent(untilSlot) : (open ?? unknown('unreachable'));
}

/**
 * Whether a provider takes the slot to wait for as a filter, as surfpool does: what it does not list may
 * have landed all the same. Null where it does not answer.
 */
export async function filtersBySlot(provider: Provider): Promise<boolean | null> {
  const version = await provider.call('getVersion', [], 0);
  if (version.kind === 'trouble') return null;
  const { value } = version.kind === 'result' ? version : { value: null };
  return isObject(value) && Object.keys(value).some((key) => key.startsWith('surfnet'));
}

/** Whether those who answer can prove that a payout never landed: a provider is asked until it has said. */
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
