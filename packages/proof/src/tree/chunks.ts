import { RECORD_BYTES, type Sha256 } from './record.ts';
import { type PathStep, type Tree, pathOf, rootOf, treeOf } from './tree.ts';

const CHUNK_HEIGHT = 10;
/** Records that are stored together: a path needs the chunk of its leaf, and the root of every chunk. */
const CHUNK_RECORDS = 1 << CHUNK_HEIGHT;

/** Cuts records in a row into chunks. */
export function* chunksOf(records: Uint8Array): Generator<Uint8Array> {
  const bytes = CHUNK_RECORDS * RECORD_BYTES;
  for (let at = 0; at < records.length; at += bytes) yield records.subarray(at, at + bytes);
}

/** Builds the part of the tree above a chunk of leaves. An only chunk is the whole tree, of its own height. */
export const chunkTree = (sha256: Sha256, leaves: Uint8Array, isOnly: boolean): Tree =>
  treeOf(sha256, leaves, { height: isOnly ? 0 : CHUNK_HEIGHT });

/** Builds the part of the tree above the roots of all chunks. */
export const upperTree = (sha256: Sha256, roots: Uint8Array): Tree =>
  treeOf(sha256, roots, { from: roots.length === 0 ? 0 : CHUNK_HEIGHT });

/** Returns the root of the whole tree. */
export const rootOfChunks = (sha256: Sha256, roots: Uint8Array): Uint8Array =>
  rootOf(upperTree(sha256, roots));

/** Place of a leaf: its chunk, that chunk's number, and the index in it. */
export interface LeafPlace {
  readonly leaves: Uint8Array;
  readonly number: number;
  readonly place: number;
}

/** Returns a leaf's index among all leaves, and its path to the root. */
export function pathInChunks(
  sha256: Sha256,
  upper: Tree,
  { leaves, number, place }: LeafPlace,
): { readonly index: number; readonly path: PathStep[] } {
  const isOnly = upper.levels.length === 1;
  return {
    index: number * CHUNK_RECORDS + place,
    path: [...pathOf(chunkTree(sha256, leaves, isOnly), place), ...pathOf(upper, number)],
  };
}
