import { SECOND_MS } from '#domain/base/time';
import type { Listed, Walk } from '../chain/signatures.ts';
import type { Parts } from '../parts.ts';
import { readHead } from '../store/terms/head.ts';
import { park } from '../store/bonds/parked.ts';
import { moveCursor, readCursor, startCursor } from '../store/bonds/watch-cursors.ts';
import type { Job } from './job.ts';
import { beginMovements, recordMovements, tokenOf } from './record-movements.ts';
import { type TakingParts, takeTransaction } from './take-transaction.ts';

type WatchingParts = TakingParts & Pick<Parts, 'alert'>;

/** A minute's worth of tries. */
const FAILURES_MAX = 30;

/**
 * Follows everything that reaches the treasury and its USDC account, in order and without gaps, at
 * finalized commitment. Each payment is dealt with once, whoever is first; the cursor only saves work.
 */
export function watchTreasury(parts: WatchingParts): Job {
  const walks = new Map<string, Walk>();
  const failures = new Map<string, number>();
  return {
    name: 'watch-treasury',
    everyMs: 2 * SECOND_MS,
    async run() {
      const { treasury, treasuryTokenAccount } = parts.chain.till;
      for (const address of [treasury, treasuryTokenAccount])
        await follow(parts, address, walks, failures);
    },
  };
}

async function follow(
  parts: WatchingParts,
  address: string,
  walks: Map<string, Walk>,
  failures: Map<string, number>,
): Promise<void> {
  const { database, chain } = parts;
  const cursor = await readCursor(database, address);
  if (!cursor) return begin(parts, address);
  const since = await chain.signaturesSince({
    address,
    cursor: cursor.signature === null ? null : { ...cursor, signature: cursor.signature },
    emptyUntilSlot: cursor.slot,
    commitment: 'finalized',
    walk: walks.get(address) ?? null,
  });
  if (since.kind !== 'fact') return;
  const { signatures, walk } = since.value;
  if (walk) walks.set(address, walk);
  else walks.delete(address);
  if (cursor.signature !== null && signatures.length === 0) {
    await beginMovements(parts, address, cursor.signature);
  }
  for (const listed of signatures) {
    if (!(await takeOrPark(parts, address, listed, failures))) return;
    await moveCursor(database, address, listed);
  }
}

/** Watching begins with the newest transaction there is. */
async function begin({ database, chain }: WatchingParts, address: string): Promise<void> {
  const newest = await chain.newestSignature(address, 'finalized');
  if (newest.kind === 'fact') await startCursor(database, address, newest.value);
  if (newest.kind === 'absent') {
    await startCursor(database, address, { signature: null, slot: newest.slot });
  }
}

/**
 * Reads one transaction and deals with it; false where that cannot be done now, and the next run goes
 * on from here. One that fails again and again is put aside, and asked for apart.
 */
async function takeOrPark(
  parts: WatchingParts,
  address: string,
  { signature, failed: hasFailed }: Listed,
  failures: Map<string, number>,
): Promise<boolean> {
  const { database, chain, alert } = parts;
  try {
    const facts = await chain.facts(signature);
    if (facts.kind === 'fact' && facts.value.commitment !== 'processed') {
      if (!hasFailed) await takeTransaction(parts, facts.value);
      await recordMovements(parts, tokenOf(parts, address), facts.value);
      failures.delete(signature);
      return true;
    }
  } catch (err) {
    alert('a payment could not be dealt with', { signature, err });
  }
  const failed = (failures.get(signature) ?? 0) + 1;
  failures.set(signature, failed);
  if (failed < FAILURES_MAX) return false;
  await park(database, signature, (await readHead(database)).now);
  alert('a transaction is put aside: it cannot be read', { signature });
  failures.delete(signature);
  return true;
}
