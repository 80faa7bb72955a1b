import { randomBytes } from 'node:crypto';
import { hashBytes, hexOf } from '#proof/tree/bytes';
import { chunkTree, chunksOf, rootOfChunks } from '#proof/tree/chunks';
import { dayOf } from '#proof/files/day';
import { dueDay } from '#domain/proof/due-day';
import { type ProofSnapshot, otherLiabilities } from '#domain/proof/proof';
import {
  RECORD_BYTES,
  compareHashes,
  countOf,
  hashOf,
  recordAt,
  recordOf,
  unitsOf,
} from '#proof/tree/record';
import { sortedRecords } from '#proof/tree/sorted-records';
import { rootOf } from '#proof/tree/tree';
import { lmtPriceAt } from '#domain/terms/price';
import { owedInUsd } from '#domain/treasury/liabilities';
import { PARTS_MAX, leavesOf } from '#proof/tree/wallet-leaves';
import { HASHING, inSlices, slices } from '../../base/hashing.ts';
import type { Parts } from '../../parts.ts';
import { addChunk, chunksFrom } from '../../store/proof/chunks.ts';
import { readOwedWallets } from '../../store/proof/owed-wallets.ts';
import {
  beginProof,
  finishProof,
  lastProofDay,
  unfinishedProofs,
} from '../../store/proof/proofs.ts';
import { latestMarketPrices } from '../../store/terms/market-prices.ts';
import { readBacking, signBacking } from './proof-backing.ts';

export type Proving = Pick<
  Parts,
  'database' | 'rules' | 'cache' | 'chain' | 'isStaticFeed' | 'treasuryKey'
>;

const CHUNKS_AT_ONCE = 4;

/**
 * Makes the day's proof where it is due: first the snapshot is kept, with the day's secret, then the
 * tree is made of what was kept. A node that dies between leaves the rest to the next turn of any
 * node, which makes the same tree.
 */
export async function makeProofs(parts: Proving): Promise<void> {
  const { database, rules } = parts;
  for (const begun of await unfinishedProofs(database)) await finish(parts, begun);
  const { now, terms } = await rules.inForce();
  const [first] = terms.settings;
  if (!first || dueDay(now, await lastProofDay(database), first.from) === null) return;
  await begin(parts);
  for (const begun of await unfinishedProofs(database)) await finish(parts, begun);
}

async function begin({ database, rules }: Pick<Parts, 'database' | 'rules'>): Promise<void> {
  const { at, wallets: read, owed, logHead } = await readOwedWallets(database);
  const wallets = oncePerWallet(await inSlices(sortedRecords(read)));
  let totalUnits = 0n;
  for (let i = 0; i < countOf(wallets); i += 1) totalUnits += unitsOf(wallets, i);
  const { liabilities } = owed;
  if (totalUnits !== liabilities.total) {
    throw new Error(`wallets are owed ${totalUnits}, the public figure is ${liabilities.total}`);
  }
  const { terms, lmtPrices } = await rules.inForce();
  const lmtPrice = lmtPriceAt(lmtPrices, terms, at);
  const sol = (await latestMarketPrices(database, ['SOL'], at)).get('SOL')?.price ?? null;
  const snapshot = {
    day: dayOf(at),
    at,
    secret: randomBytes(32).toString('hex'),
    wallets: countOf(wallets),
    totalUnits,
    logHead,
    other: otherLiabilities(liabilities.tokens),
    lmtPrice,
    owedUsd: owedInUsd(liabilities, { lmt: lmtPrice, sol }).total,
  };
  await beginProof(database, snapshot, wallets);
}

/** A wallet whose user was deleted and made again may have two rows: it is owed both together. */
function oncePerWallet(sorted: Uint8Array): Uint8Array {
  const isAgain = (i: number): boolean =>
    i > 0 && compareHashes(recordAt(sorted, i - 1), recordAt(sorted, i)) === 0;
  const kept = new Uint8Array(sorted.length);
  let end = 0;
  for (let i = 0; i < countOf(sorted); i += 1) {
    const record = recordAt(sorted, i);
    if (isAgain(i)) {
      end -= RECORD_BYTES;
      const units = unitsOf(kept, end / RECORD_BYTES) + unitsOf(record);
      kept.set(recordOf(hashOf(record), units), end);
    } else {
      kept.set(record, end);
    }
    end += RECORD_BYTES;
  }
  return kept.subarray(0, end);
}

/** Makes the tree of a day that was begun, and publishes it. */
async function finish(parts: Proving, snapshot: ProofSnapshot): Promise<void> {
  // Without the chain there is nothing to hold the tree against: the next turn asks again.
  const backing = await readBacking(parts, snapshot);
  if (!backing) return;
  const { database } = parts;
  const { day } = snapshot;
  const leaves = await inSlices(sortedRecords(await readLeaves(database, snapshot)));
  const chunks = [...chunksOf(leaves)];
  const roots = new Uint8Array(chunks.length * RECORD_BYTES);
  for (const [number, records] of chunks.entries()) {
    const root = rootOf(chunkTree(HASHING.sha256, records, chunks.length === 1));
    roots.set(root, number * RECORD_BYTES);
    await addChunk(database, { day, kind: 'leaf', number, records, root });
  }
  const top = rootOfChunks(HASHING.sha256, roots);
  if (unitsOf(top) !== snapshot.totalUnits) throw new Error(`the tree of ${day} does not add up`);
  const root = hexOf(hashOf(top));
  const holdings = await signBacking(parts, { day, root }, backing.holdings);
  await finishProof(database, {
    day,
    leaves: countOf(leaves),
    root,
    holdings,
    worth: backing.worth,
  });
}

/** The leaves of everybody, unsorted, slice by slice. */
async function readLeaves(
  database: Parts['database'],
  { day, secret: hex, wallets }: ProofSnapshot,
): Promise<Uint8Array> {
  const secret = hashBytes(hex);
  if (!secret) throw new Error(`the secret of ${day} is no secret`);
  const pause = slices();
  const leaves = new Uint8Array(wallets * PARTS_MAX * RECORD_BYTES);
  let end = 0;
  for await (const chunks of chunksFrom(database, { day, kind: 'wallet' }, CHUNKS_AT_ONCE)) {
    for (const records of chunks) {
      for (let i = 0; i < countOf(records); i += 1) {
        const owed = { wallet: hashOf(recordAt(records, i)), units: unitsOf(records, i) };
        const own = leavesOf(HASHING, secret, owed);
        leaves.set(own, end);
        end += own.length;
        await pause();
      }
    }
  }
  return leaves.subarray(0, end);
}
