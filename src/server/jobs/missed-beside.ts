import type { Listed } from '../chain/signatures.ts';
import type { Parts } from '../parts.ts';
import type { ReadCursor } from '../store/bonds/watch-cursors.ts';
import { openingSlotOf } from '../store/treasury/movements.ts';
import { knownAmong } from '../store/treasury/quiet-transactions.ts';
import { tokenOf } from './record-movements.ts';

interface Beside {
  readonly cursor: ReadCursor;
  /** Others of the cursor's slot, newest first. */
  readonly listed: readonly Listed[];
  /** Those that this process has looked at, each after its address; they are added to. */
  readonly seen: Set<string>;
}

const SEEN_MAX = 1_000;

/**
 * What nothing is known of among the others in the cursor's slot, oldest first: the provider that showed the
 * cursor may have ordered the slot otherwise, or the watcher stopped in the middle of it.
 */
export async function missedBeside(
  { chain, database }: Pick<Parts, 'chain' | 'database'>,
  address: string,
  { cursor, listed, seen }: Beside,
): Promise<Listed[]> {
  const unseen = listed.filter(({ signature }) => !seen.has(address + signature));
  if (unseen.length === 0 || cursor.slot <= cursor.startedSlot) return [];
  const token = tokenOf({ chain }, address);
  const openingSlot = await openingSlotOf(database, token);
  // What stands in the slot with which it all began is told by what the account held after it.
  const isWatched = openingSlot !== null && cursor.slot > openingSlot;
  const known = isWatched ? await knownAmong(database, token, unseen) : null;
  const missed = unseen.filter(({ signature }) => known?.has(signature) === false);
  const left = new Set(missed);
  for (const one of unseen) if (!left.has(one)) seen.add(address + one.signature);
  return missed.toReversed();
}

/** Remembers what was dealt with in the newest slot: it is not missed beside a cursor there. */
export function noteDealtWith(
  address: string,
  signatures: readonly Listed[],
  seen: Set<string>,
): void {
  if (seen.size > SEEN_MAX) seen.clear();
  const newest = signatures.at(-1)?.slot;
  for (const { signature, slot } of signatures) if (slot === newest) seen.add(address + signature);
}
