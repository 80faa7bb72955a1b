import {
  RECORD_BYTES,
  type Sha256,
  countOf,
  fillerRecord,
  nodeRecord,
  recordAt,
} from './record.ts';

/** A neighbour on the path from a leaf to the root: its side, and its record. */
export interface PathStep {
  readonly side: 'left' | 'right';
  readonly record: Uint8Array;
}

/**
 * A tree, or a part of one, as its levels. Level 0 holds the records that it was made of, the last level its
 * root. Every place after a level's last record is taken by the level's filler.
 */
export interface Tree {
  readonly levels: readonly Uint8Array[];
  readonly fillers: readonly Uint8Array[];
}

/** Returns the fillers of the levels 0 to `height`: a filler leaf, and nodes with only filler leaves below. */
export function fillersTo(sha256: Sha256, height: number): Uint8Array[] {
  const fillers = [fillerRecord(sha256)];
  while (fillers.length <= height) {
    const below = placeIn(fillers.at(-1), undefined, 0);
    fillers.push(nodeRecord(sha256, below, below));
  }
  return fillers;
}

/** Returns the number of levels above this many leaves: 0 above no leaf or one. */
export function heightOf(leaves: number): number {
  return 32 - Math.clz32(Math.max(leaves, 1) - 1);
}

/**
 * Builds the tree of records in a row.
 *
 * @param from level of the records in the whole tree: 0 for leaves
 * @param height minimum number of levels above them
 */
export function treeOf(
  sha256: Sha256,
  records: Uint8Array,
  { from = 0, height = 0 }: { readonly from?: number; readonly height?: number } = {},
): Tree {
  const top = Math.max(height, heightOf(countOf(records)));
  const fillers = fillersTo(sha256, from + top).slice(from);
  const levels = [records];
  for (const filler of fillers.slice(0, -1)) {
    levels.push(levelAbove(sha256, levels.at(-1) ?? records, filler));
  }
  return { levels, fillers };
}

/** Returns the root's record. */
export function rootOf({ levels, fillers }: Tree): Uint8Array {
  return placeIn(levels.at(-1), fillers.at(-1), 0);
}

/** Returns the neighbours of a record of level 0, from below to the root. */
export function pathOf({ levels, fillers }: Tree, index: number): PathStep[] {
  return levels.slice(0, -1).map((level, height) => {
    const place = index >>> height;
    return {
      side: (place & 1) === 1 ? 'left' : 'right',
      record: placeIn(level, fillers[height], place ^ 1),
    };
  });
}

/** Returns the parents of a level. A last record without a neighbour gets the filler. */
function levelAbove(sha256: Sha256, below: Uint8Array, filler: Uint8Array): Uint8Array {
  const count = countOf(below);
  const above = new Uint8Array(((count + 1) >> 1) * RECORD_BYTES);
  for (let i = 0; i < count; i += 2) {
    const right = placeIn(below, filler, i + 1);
    above.set(nodeRecord(sha256, recordAt(below, i), right), (i >> 1) * RECORD_BYTES);
  }
  return above;
}

function placeIn(
  level: Uint8Array | undefined,
  filler: Uint8Array | undefined,
  index: number,
): Uint8Array {
  const record = level && index < countOf(level) ? recordAt(level, index) : filler;
  if (!record) throw new RangeError('a level of a tree is missing');
  return record;
}
