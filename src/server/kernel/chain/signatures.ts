import { type Answer, type Reading, type Unknown, absent, fact, unknown } from '../rpc/answer.ts';
import { type Provider, type Rpc, read } from '../rpc/rpc-client.ts';
import { retainsBlocksSince } from './follow-signature.ts';
import { ShapeError, arrayAt, countAt, objectAt, textAt } from '../rpc/json-shape.ts';
import { slotAt } from './slot.ts';
import type { Commitment, Status } from './status.ts';

/** Transaction in the list of an address. */
export interface Listed {
  readonly signature: string;
  readonly slot: number;
  readonly failed: boolean;
}

/** Range and paging of a list of an address's transactions. */
export interface Listing {
  readonly address: string;
  /** 'finalized' for a stored cursor, because what is listed then stays. */
  readonly commitment: Exclude<Commitment, 'processed'>;
  /** Transactions of this slot and older are left out. */
  readonly sinceSlot: number;
  /**
   * Slot of a transaction that was listed before. A provider whose list ends below it lags, if another
   * provider's does not.
   */
  readonly seenSlot?: number;
  /** Slot from which on nothing may be missing. If omitted, the end of a list is trusted. */
  readonly completeSlot?: number;
  readonly firstPageSize?: number;
  readonly pageSize?: number;
  readonly pagesMax?: number;
}

/** Chooses the entries of a page that are collected; a page is dropped once its entries are chosen. */
export type Choose = (page: readonly Listed[]) => Promise<readonly Listed[]>;

/** Providers' list of an address. */
export interface ListedSince {
  /** The chosen transactions, newest first, each once. */
  readonly signatures: readonly Listed[];
  /** True if a list goes back to `sinceSlot` or `completeSlot`, or its provider keeps all blocks since then. */
  readonly isComplete: boolean;
  /** Newest and oldest listed slot above `sinceSlot`; null if there is none. */
  readonly newestSlot: number | null;
  readonly oldestSlot: number | null;
}

/** Small, because most polls find a few transactions, and a full page has 200 kB. */
const FIRST_PAGE_SIZE = 50;
/** Maximum page size of a node. */
const PAGE_SIZE = 1000;
/** Two million transactions. Ends the list of a node that repeats its pages. */
const PAGES_MAX = 2_000;

/** Reads a node's list, newest first. Throws if it is malformed or out of order. */
export function readPage(value: unknown): readonly Listed[] {
  const page = arrayAt(value, 'signatures').map((item) => {
    const entry = objectAt(item, 'signature');
    const slot = countAt(entry['slot'], 'slot');
    const failed = entry['err'] !== null && entry['err'] !== undefined;
    return { signature: textAt(entry['signature'], 'signature'), slot, failed };
  });
  const isNewestFirst = page.every((entry, i) => entry.slot <= (page[i - 1]?.slot ?? entry.slot));
  if (!isNewestFirst) throw new ShapeError('order');
  return page;
}

async function pageBefore(
  asked: Pick<Rpc, 'call'>,
  { address, commitment, firstPageSize = FIRST_PAGE_SIZE, pageSize = PAGE_SIZE }: Listing,
  before: Listed | undefined,
): Promise<Reading<readonly Listed[]>> {
  const limit = before ? pageSize : firstPageSize;
  const from = before ? { before: before.signature } : {};
  const outcome = await asked.call('getSignaturesForAddress', [
    address,
    { limit, commitment, ...from },
  ]);
  return read(outcome, (value) => {
    const page = readPage(value);
    const isOlder = !before || page.every((entry) => entry.slot <= before.slot);
    if (!isOlder) throw new ShapeError('order');
    return fact(page, page[0]?.slot ?? 0);
  });
}

const choosesAll: Choose = (page) => Promise.resolve(page);

/**
 * Lists an address at one provider, page by page, down to a slot or to the end of the list. A list ends early
 * if the node has pruned its history, or lags and does not know the last transaction of the previous page.
 */
async function listedAt(
  provider: Provider,
  listing: Listing,
  { first, choose }: { readonly first: Reading<readonly Listed[]>; readonly choose: Choose },
): Promise<Reading<ListedSince>> {
  const { sinceSlot, completeSlot, pagesMax = PAGES_MAX } = listing;
  const signatures: Listed[] = [];
  let newestSlot: number | null = null;
  let oldestSlot: number | null = null;
  let isComplete = false;
  let answer = first;
  for (let pages = 1; ; pages += 1) {
    if (answer.kind !== 'fact') return answer;
    const page = answer.value.filter(({ slot }) => slot > sinceSlot);
    const oldest = answer.value.at(-1);
    newestSlot ??= page[0]?.slot ?? null;
    oldestSlot = page.at(-1)?.slot ?? oldestSlot;
    signatures.push(...(await choose(page)));
    isComplete ||= oldest !== undefined && oldest.slot <= (completeSlot ?? sinceSlot);
    if (!oldest || oldest.slot <= sinceSlot || pages >= pagesMax) break;
    answer = await pageBefore(provider, listing, oldest);
  }
  if (!isComplete && completeSlot !== undefined) {
    isComplete = await retainsBlocksSince(provider, completeSlot);
  }
  return fact({ signatures, isComplete, newestSlot, oldestSlot }, newestSlot ?? 0);
}

/**
 * Lists an address at the first provider whose list reaches `seenSlot`. Other providers lag, or have pruned
 * an address without new transactions: the first of them is used if no provider reaches it.
 */
export async function signaturesSince(
  rpc: Rpc,
  listing: Listing,
  choose = choosesAll,
): Promise<Reading<ListedSince>> {
  let behind: { readonly provider: Provider; readonly first: Reading<readonly Listed[]> } | null =
    null;
  for (const provider of rpc.providers()) {
    const first = await pageBefore(provider, listing, undefined);
    const isFar = first.kind === 'fact' && (first.value[0]?.slot ?? 0) >= (listing.seenSlot ?? 0);
    if (isFar) return listedAt(provider, listing, { first, choose });
    if (behind?.first.kind !== 'fact') behind = { provider, first };
  }
  if (!behind) return unknown('unreachable');
  return listedAt(behind.provider, listing, { first: behind.first, choose });
}

/**
 * Lists an address at every provider, because an index may have been filled late, and one provider may have
 * transactions that another lacks. Unknown if no list is complete and a provider did not respond, because
 * that provider may have the rest.
 */
export async function signaturesOfEach(
  rpc: Rpc,
  listing: Listing,
  choose = choosesAll,
): Promise<Reading<ListedSince>> {
  const found = new Map<string, Listed>();
  const lists: ListedSince[] = [];
  let silent: Unknown | null = null;
  for (const provider of rpc.providers()) {
    const first = await pageBefore(provider, { firstPageSize: PAGE_SIZE, ...listing }, undefined);
    const listed = await listedAt(provider, listing, { first, choose });
    if (listed.kind === 'fact') lists.push(listed.value);
    else silent = listed;
    const { signatures } = listed.kind === 'fact' ? listed.value : { signatures: [] };
    for (const one of signatures) if (!found.has(one.signature)) found.set(one.signature, one);
  }
  const isComplete = lists.some((list) => list.isComplete);
  if (!isComplete && silent) return silent;
  const slotsOf = (key: 'newestSlot' | 'oldestSlot'): number[] =>
    lists.flatMap((list) => list[key] ?? []);
  const [newest, oldest] = [slotsOf('newestSlot'), slotsOf('oldestSlot')];
  return fact(
    {
      signatures: [...found.values()].toSorted((a, b) => b.slot - a.slot),
      isComplete,
      newestSlot: newest.length > 0 ? Math.max(...newest) : null,
      oldestSlot: oldest.length > 0 ? Math.min(...oldest) : null,
    },
    0,
  );
}

/** Status of a transaction in a finalized list, without another request. */
export const listedStatus = ({ slot }: Listed): Answer<Status> =>
  fact({ slot, commitment: 'finalized', err: null }, slot);

/**
 * Returns the newest transaction of an address, where a watcher without a cursor starts; absent if the
 * address has none.
 */
export async function newestSignature(
  rpc: Rpc,
  address: string,
  commitment: Exclude<Commitment, 'processed'>,
): Promise<Answer<Listed>> {
  const options = { limit: 1, commitment };
  const asked = await slotAt(rpc, commitment);
  if (asked.kind !== 'fact') return asked;
  const outcome = await rpc.call('getSignaturesForAddress', [address, options]);
  return read(outcome, (value) => {
    const [newest] = readPage(value);
    return newest ? fact(newest, newest.slot) : absent(asked.value);
  });
}
