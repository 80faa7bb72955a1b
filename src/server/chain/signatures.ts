import { type Answer, type Reading, type Unknown, absent, fact, unknown } from './answer.ts';
import { type Provider, type Rpc, read } from './rpc.ts';
import { METHOD_NOT_FOUND } from './rpc-codes.ts';
import { ShapeError, arrayAt, countAt, objectAt, textAt } from './shape.ts';
import { slotAt } from './slot.ts';
import { type Commitment, type Status, statusAt } from './status.ts';

/** One transaction that names an address. */
export interface Listed {
  readonly signature: string;
  readonly slot: number;
  readonly failed: boolean;
}

/** The newest signature that has been dealt with, and its slot. */
export interface Cursor {
  readonly signature: string;
  readonly slot: number;
}

/** A walk back in time that has not reached its cursor yet: hand it in again to go on. Newest first. */
export interface Walk {
  readonly found: readonly Listed[];
}

/** Where what providers still have begins again: with a signature, or from a slot on with nothing. */
export interface GapEnd {
  readonly signature: string | null;
  readonly slot: number;
}

export interface Since {
  /** Oldest first, complete from the cursor, or from the gap, on; empty while the walk goes on. */
  readonly signatures: readonly Listed[];
  /**
   * Others of the cursor's slot that are listed as older than it, newest first: a provider that orders the slot
   * otherwise may have shown the cursor without them.
   */
  readonly beside: readonly Listed[];
  /** null when the cursor was reached. */
  readonly walk: Walk | null;
  /** Where every provider has forgotten what came after the cursor; null where nothing is missing. */
  readonly gapUntil: GapEnd | null;
}

export interface SinceOptions {
  readonly address: string;
  /** null: from the address's first transaction on. */
  readonly cursor: Cursor | null;
  /** A slot up to which the address had nothing after the cursor. */
  readonly knownSlot?: number;
  /** The finalized slot by now: where much time has passed, an empty list has to be believed too. */
  readonly reachedSlot?: number;
  /** Take 'finalized' for a stored cursor: what is listed then stays. */
  readonly commitment: Exclude<Commitment, 'processed'>;
  readonly walk?: Walk | null;
  readonly firstPageSize?: number;
  readonly pageSize?: number;
  readonly pagesMax?: number;
}

/** Most polls find a handful; a whole page each time would be 200 kB for nothing. */
const FIRST_PAGE_SIZE = 50;
/** What a node gives at most. */
const PAGE_SIZE = 1000;
const PAGES_MAX = 20;
/** Hours: what a provider remembers is days. */
const LONG_SLOTS = 20_000;

/** What a node lists, newest first. Throws where it is not that. */
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
  options: SinceOptions,
  before: Listed | undefined,
): Promise<Reading<readonly Listed[]>> {
  const { address, commitment } = options;
  const limit = before
    ? (options.pageSize ?? PAGE_SIZE)
    : (options.firstPageSize ?? FIRST_PAGE_SIZE);
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

/** The slot from which on nothing can be missing of what was seen before. */
const knownSlotOf = ({ cursor, knownSlot }: SinceOptions): number =>
  Math.max(cursor?.slot ?? 0, knownSlot ?? 0);

/** Whether a provider still has the blocks since everything was known. */
async function remembersAll(provider: Provider, options: SinceOptions): Promise<Reading<boolean>> {
  const outcome = await provider.call('getFirstAvailableBlock', []);
  // A node without the method forgets nothing.
  if (outcome.kind === 'error' && outcome.code === METHOD_NOT_FOUND) return fact(true, 0);
  return read(outcome, (value) => {
    const first = countAt(value, 'firstAvailableBlock');
    return first <= knownSlotOf(options) ? fact(true, first) : unknown('pruned');
  });
}

/** Whether a provider that lists nothing before `oldest` is to be believed: it knows that one, and remembers. */
async function vouches(
  provider: Provider,
  options: SinceOptions,
  oldest: Listed | undefined,
): Promise<Reading<boolean>> {
  if (oldest) {
    const status = await statusAt(provider, oldest.signature);
    if (status.kind === 'unknown') return status;
    if (status.kind === 'absent' || status.value.slot !== oldest.slot) return unknown('shifted');
  }
  return remembersAll(provider, options);
}

/** What comes before the oldest that one provider lists, by all of them. */
type Before =
  | { readonly kind: 'older'; readonly provider: Provider; readonly page: readonly Listed[] }
  | { readonly kind: 'beginning' }
  | { readonly kind: 'forgotten' }
  | Unknown;

/**
 * What an empty page means. It is the beginning of history, or it comes from a node that has forgotten
 * older blocks, that lags, or that has dropped the transaction paged from with its fork. One provider
 * that lists more is believed; only where all have forgotten is it gone.
 */
async function beyond(
  rpc: Rpc,
  options: SinceOptions,
  oldest: Listed | undefined,
): Promise<Before> {
  let open: Unknown | null = null;
  let isBeginning = false;
  for (const provider of rpc.providers()) {
    const page = await pageBefore(provider, options, oldest);
    if (page.kind === 'fact' && page.value.length > 0) {
      return { kind: 'older', provider, page: page.value };
    }
    const vouched = page.kind === 'fact' ? await vouches(provider, options, oldest) : page;
    if (vouched.kind === 'fact') isBeginning = true;
    else if (vouched.reason !== 'pruned') open ??= vouched;
  }
  if (isBeginning) return { kind: 'beginning' };
  return open ?? { kind: 'forgotten' };
}

interface FirstPage {
  /** Who is asked for what comes before it. */
  readonly provider: Pick<Rpc, 'call'>;
  readonly page: Reading<readonly Listed[]>;
}

/** The newest page, of the first provider that has come as far as the cursor. */
async function firstPage(rpc: Rpc, options: SinceOptions): Promise<FirstPage> {
  let last: FirstPage = { provider: rpc, page: unknown('unreachable') };
  for (const provider of rpc.providers()) {
    const page = await pageBefore(provider, options, undefined);
    const found: FirstPage = { provider, page };
    if (page.kind === 'fact' && (page.value[0]?.slot ?? -1) >= (options.cursor?.slot ?? -1)) {
      return found;
    }
    if (last.page.kind !== 'fact') last = found;
  }
  return last;
}

/**
 * The signatures of an address since a cursor, oldest first. It ends at the cursor or at something
 * older, seen with its own eyes: an `until` that a node does not know would end it nowhere. Where the
 * cursor has vanished with its fork, those of its slot come again. Without a gap, unless every provider
 * has forgotten what came before: then where that ends is told.
 */
export async function signaturesSince(rpc: Rpc, options: SinceOptions): Promise<Reading<Since>> {
  const { cursor, pagesMax = PAGES_MAX, reachedSlot = 0 } = options;
  const found = [...(options.walk?.found ?? [])];
  const complete = (
    gapUntil: GapEnd | null = null,
    beside: readonly Listed[] = [],
  ): Reading<Since> =>
    fact(
      { signatures: found.toReversed(), beside, walk: null, gapUntil },
      found[0]?.slot ?? cursor?.slot ?? 0,
    );
  let asked: Pick<Rpc, 'call'> = rpc;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const oldest = found.at(-1);
    const first = oldest ? null : await firstPage(rpc, options);
    asked = first?.provider ?? asked;
    const answer = first?.page ?? (await pageBefore(asked, options, oldest));
    if (answer.kind !== 'fact') return answer;
    let page = answer.value;
    if (page.length === 0) {
      // Nothing at all since a short while ago is what most looks find.
      if (!oldest && reachedSlot - knownSlotOf(options) <= LONG_SLOTS) return complete();
      const before = await beyond(rpc, options, oldest);
      if (before.kind === 'unknown') return before;
      if (before.kind === 'forgotten') {
        return complete(oldest ?? { signature: null, slot: reachedSlot });
      }
      if (before.kind !== 'older') return complete();
      [asked, page] = [before.provider, before.page];
    }
    for (const [index, entry] of page.entries()) {
      if (cursor && (entry.signature === cursor.signature || entry.slot < cursor.slot)) {
        return complete(
          null,
          page.slice(index + 1).filter(({ slot }) => slot === cursor.slot),
        );
      }
      found.push(entry);
    }
  }
  const walk = { found };
  return fact({ signatures: [], beside: [], walk, gapUntil: null }, found[0]?.slot ?? 0);
}

/** What a list at finalized says of one of its transactions: how it stands need not be asked for. */
export const listedStatus = ({ slot }: Listed): Answer<Status> =>
  fact({ slot, commitment: 'finalized', err: null }, slot);

/** Which transactions of an address are gone over: those between two slots, both left out. */
export interface ScanOptions {
  readonly address: string;
  readonly sinceSlot: number;
  readonly untilSlot: number;
}

const SCAN_PAGES_MAX = 2_000;

/**
 * Hands over, page by page, what each provider lists of an address at finalized: an index may have
 * been filled in late, and one may have what another lacks. False where no provider went through.
 */
export async function scan(
  rpc: Rpc,
  { address, sinceSlot, untilSlot }: ScanOptions,
  take: (page: readonly Listed[]) => Promise<void>,
): Promise<boolean> {
  const options = {
    address,
    cursor: null,
    commitment: 'finalized',
    firstPageSize: PAGE_SIZE,
  } as const;
  let isThrough = false;
  for (const provider of rpc.providers()) {
    let oldest: Listed | undefined;
    for (let pages = 0; pages < SCAN_PAGES_MAX; pages += 1) {
      const page = await pageBefore(provider, options, oldest);
      if (page.kind !== 'fact') break;
      await take(page.value.filter(({ slot }) => slot > sinceSlot && slot < untilSlot));
      oldest = page.value.at(-1);
      if (oldest && oldest.slot > sinceSlot) continue;
      isThrough = true;
      break;
    }
  }
  return isThrough;
}

/** The newest signature of an address: where a watcher starts that has no cursor. Absent: it has none yet. */
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
