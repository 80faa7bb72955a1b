import { MINUTE_MS } from '#domain/base/time';
import type { Parts } from '../parts.ts';
import { followedAt, readCursor, resumeCursor, startCursor } from '../store/bonds/watch-cursors.ts';
import { readHead } from '../store/terms/head.ts';
import { handOver } from './record-movements.ts';

type BeginningParts = Pick<Parts, 'database' | 'chain' | 'alert'>;

/** A block that was made further from now is not the one that the chain has just finalized. */
const OF_NOW_MS = 10 * MINUTE_MS;

/** While it holds, no payment counts. */
const NOT_OF_NOW =
  'watching has not begun: the newest slot that the providers name has no block of the last ten minutes; ' +
  'check SOLANA_RPC_URL and this machine’s clock';

/**
 * Watching begins with the newest transaction there is: nothing up to it counts. A slot that the chain has
 * not come to would keep payments out for good, one of long ago would let in what another database has.
 */
export async function beginWatching(parts: BeginningParts, address: string): Promise<void> {
  const { database, chain, alert } = parts;
  const reached = await chain.slot('finalized');
  const newest = await chain.newestSignature(address, 'finalized');
  if (reached.kind !== 'fact' || newest.kind === 'unknown') return;
  const { signature, slot } =
    newest.kind === 'fact' ? newest.value : { signature: null, slot: newest.slot };
  const startedSlot = Math.max(reached.value, slot);
  const made = await chain.blockTime(startedSlot);
  const { now } = await readHead(database);
  if (made.kind !== 'fact' || Math.abs(now - made.value) > OF_NOW_MS) {
    alert(NOT_OF_NOW, { address });
    return;
  }
  const moved = await handOver(parts, address, { newest: signature, slot: startedSlot });
  if (!moved) return;
  await startCursor(database, address, { signature, slot, startedSlot, moved });
}

/**
 * The treasury has an address again that it had before: once all that reached this meanwhile is dealt
 * with, what its account holds takes the place of what the other one's held.
 */
export async function comeBack(
  parts: Pick<Parts, 'database' | 'chain'>,
  address: string,
  slot: number,
): Promise<void> {
  const { database, chain } = parts;
  const { treasury, treasuryTokenAccount } = chain.till;
  const followed = await followedAt(database, address, [treasury, treasuryTokenAccount]);
  if (followed === null) return;
  const cursor = await readCursor(database, address);
  const moved = await handOver(parts, address, { newest: cursor?.signature ?? null, slot });
  if (moved) await resumeCursor(database, address, { startedSlot: followed + 1, moved });
}
