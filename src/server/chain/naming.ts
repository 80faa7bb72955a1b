import { type Answer, absent, fact, unknown } from './answer.ts';
import { remembers } from './follow.ts';
import { type Rpc, read } from './rpc.ts';
import { type Listed, type SinceOptions, readPage } from './signatures.ts';

export interface NamingOptions {
  readonly key: string;
  readonly commitment: SinceOptions['commitment'];
  /** No transaction names the key before this slot. */
  readonly sinceSlot: number;
  /** Only nodes that have come this far are believed. */
  readonly untilSlot: number;
}

const PAGE_SIZE = 1000;

/**
 * The transactions that name a key which few do, as all providers together have them. Absent takes
 * every provider that answers: each must have come as far as `untilSlot`, and remember `sinceSlot`.
 */
export async function transactionsNaming(
  rpc: Rpc,
  { key, commitment, sinceSlot, untilSlot }: NamingOptions,
): Promise<Answer<readonly Listed[]>> {
  const found = new Map<string, Listed>();
  let open: Answer<never> = unknown('unreachable');
  let isMissing = false;
  for (const provider of rpc.providers()) {
    const outcome = await provider.call('getSignaturesForAddress', [
      key,
      { limit: PAGE_SIZE, commitment, minContextSlot: untilSlot },
    ]);
    const page = read(outcome, (value) => fact(readPage(value), 0));
    if (page.kind !== 'fact') open = page;
    else if (page.value.length === PAGE_SIZE) return unknown('too-large');
    else if (page.value.length > 0) for (const one of page.value) found.set(one.signature, one);
    else if (await remembers(provider, sinceSlot)) isMissing = true;
    else return unknown('pruned');
  }
  if (found.size > 0) return fact([...found.values()], untilSlot);
  return isMissing ? absent(untilSlot) : open;
}
