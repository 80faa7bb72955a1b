import { chunkTree, chunksOf, rootOfChunks } from '../tree/chunks.ts';
import {
  RECORD_BYTES,
  compareHashes,
  countOf,
  hashOf,
  recordAt,
  recordOf,
  unitsOf,
} from '../tree/record.ts';
import { sortedRecords } from '../tree/sorted-records.ts';
import { rootOf } from '../tree/tree.ts';
import { type Hashing, PARTS_MAX, type Secrets, leavesOf } from '../tree/wallet-leaves.ts';

/** Wallets whose leaves are made between two pauses: a few milliseconds. */
const STRIDE = 64;

/** A chunk of a day's sorted leaves, with the root of the tree above it. */
export interface LeafChunk {
  readonly records: Uint8Array;
  readonly root: Uint8Array;
}

/** The tree of a day, as its files are made of it. */
export interface ProvenDay {
  readonly leaves: number;
  readonly chunks: readonly LeafChunk[];
  /** Record of the root: its hash and the total. */
  readonly root: Uint8Array;
}

/**
 * Sorts a snapshot's records of wallet and sum, and adds up the records of one wallet. Pauses every few
 * milliseconds.
 */
export function* mergedWallets(records: Uint8Array): Generator<void, Uint8Array> {
  const sorted = yield* sortedRecords(records);
  const kept = new Uint8Array(sorted.length);
  let end = 0;
  for (let i = 0; i < countOf(sorted); i += 1) {
    const record = recordAt(sorted, i);
    const isAgain = i > 0 && compareHashes(recordAt(sorted, i - 1), record) === 0;
    if (isAgain) end -= RECORD_BYTES;
    const before = isAgain ? unitsOf(kept, end / RECORD_BYTES) : 0n;
    kept.set(recordOf(hashOf(record), before + unitsOf(record)), end);
    end += RECORD_BYTES;
  }
  return kept.subarray(0, end);
}

/** Makes the tree of a day of what is owed to each wallet. Pauses every few milliseconds. */
export function* proveDay(
  hashing: Hashing,
  wallets: Uint8Array,
  secrets: Secrets,
): Generator<void, ProvenDay> {
  const unsorted = yield* leavesOfAll(hashing, wallets, secrets);
  const leaves = yield* sortedRecords(unsorted);
  const parts = [...chunksOf(leaves)];
  const roots = new Uint8Array(parts.length * RECORD_BYTES);
  const chunks: LeafChunk[] = [];
  for (const [number, records] of parts.entries()) {
    const root = rootOf(chunkTree(hashing.sha256, records, parts.length === 1));
    roots.set(root, number * RECORD_BYTES);
    chunks.push({ records, root });
    yield;
  }
  return { leaves: countOf(leaves), chunks, root: rootOfChunks(hashing.sha256, roots) };
}

function* leavesOfAll(
  hashing: Hashing,
  wallets: Uint8Array,
  secrets: Secrets,
): Generator<void, Uint8Array> {
  const leaves = new Uint8Array(countOf(wallets) * PARTS_MAX * RECORD_BYTES);
  let end = 0;
  for (let i = 0; i < countOf(wallets); i += 1) {
    const owed = { wallet: hashOf(recordAt(wallets, i)), units: unitsOf(wallets, i) };
    const own = leavesOf(hashing, secrets, owed);
    leaves.set(own, end);
    end += own.length;
    if (i % STRIDE === 0) yield;
  }
  return leaves.subarray(0, end);
}
