import { type Answer, type Reading, absent, fact, unknown } from './answer.ts';
import { type Provider, type Rpc, read } from './rpc.ts';
import { METHOD_NOT_FOUND } from './rpc-codes.ts';
import { ShapeError, arrayAt, countAt, objectAt, textAt } from './shape.ts';
import { slotAt } from './slot.ts';
import { type Commitment, statusAt } from './status.ts';

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

export interface Since {
  /** Oldest first, complete from the cursor on; empty while the walk goes on. */
  readonly signatures: readonly Listed[];
  /** null when the cursor was reached. */
  readonly walk: Walk | null;
}

export interface SinceOptions {
  readonly address: string;
  /** null: from the address's first transaction on. */
  readonly cursor: Cursor | null;
  /** Without a cursor: a slot up to which the address is known to have had no transaction. */
  readonly emptyUntilSlot?: number;
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

/** Whether one provider vouches that there is nothing before `oldest`, back to the cursor's slot. */
async function vouches(
  provider: Provider,
  options: SinceOptions,
  oldest: Listed,
): Promise<Reading<boolean>> {
  const page = await pageBefore(provider, options, oldest);
  if (page.kind !== 'fact') return page;
  if (page.value.length > 0) return unknown('disagree');
  const status = await statusAt(provider, oldest.signature);
  if (status.kind === 'unknown') return status;
  if (status.kind === 'absent' || status.value.slot !== oldest.slot) return unknown('shifted');
  const outcome = await provider.call('getFirstAvailableBlock', []);
  // A node without the method forgets nothing.
  if (outcome.kind === 'error' && outcome.code === METHOD_NOT_FOUND) return fact(true, 0);
  return read(outcome, (value) => {
    const first = countAt(value, 'firstAvailableBlock');
    return first <= (options.cursor?.slot ?? options.emptyUntilSlot ?? 0)
      ? fact(true, first)
      : unknown('pruned');
  });
}

/**
 * Whether an empty page really is the beginning of history. It also comes from a node that has
 * forgotten older blocks, that lags, or that has dropped the transaction paged from with its fork.
 */
async function isBeginning(
  rpc: Rpc,
  options: SinceOptions,
  oldest: Listed,
): Promise<Reading<boolean>> {
  let answer: Reading<boolean> = unknown('unreachable');
  for (const provider of rpc.providers()) {
    answer = await vouches(provider, options, oldest);
    if (answer.kind === 'fact') return answer;
  }
  return answer;
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
 * The signatures of an address since a cursor, oldest first, without a gap. It ends at the cursor
 * or at something older, seen with its own eyes: an `until` that a node does not know would end it
 * nowhere. Where the cursor has vanished with its fork, those of its slot come again.
 */
export async function signaturesSince(rpc: Rpc, options: SinceOptions): Promise<Reading<Since>> {
  const { cursor, pagesMax = PAGES_MAX } = options;
  const found = [...(options.walk?.found ?? [])];
  const complete = (): Reading<Since> =>
    fact({ signatures: found.toReversed(), walk: null }, found[0]?.slot ?? cursor?.slot ?? 0);
  let asked: Pick<Rpc, 'call'> = rpc;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const oldest = found.at(-1);
    const first = oldest ? null : await firstPage(rpc, options);
    asked = first?.provider ?? asked;
    const answer = first?.page ?? (await pageBefore(asked, options, oldest));
    if (answer.kind !== 'fact') return answer;
    if (answer.value.length === 0) {
      const beginning = oldest ? await isBeginning(rpc, options, oldest) : fact(true, 0);
      return beginning.kind === 'fact' ? complete() : beginning;
    }
    for (const entry of answer.value) {
      if (cursor && (entry.signature === cursor.signature || entry.slot < cursor.slot)) {
        return complete();
      }
      found.push(entry);
    }
  }
  return fact({ signatures: [], walk: { found } }, found[0]?.slot ?? 0);
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
