import { hashBytes, hexOf } from '../tree/bytes.ts';
import { type Checked, faulty, sound } from '../files/fault.ts';
import { type PublishedDay, isDigits, unitsIn } from '../files/published.ts';
import {
  type Sha256,
  compareHashes,
  fillerRecord,
  hashOf,
  nodeRecord,
  recordOf,
  unitsOf,
  unlessOverflow,
} from '../tree/record.ts';
import { fillersTo, heightOf } from '../tree/tree.ts';

/** Formats a leaf as a line of the file of all leaves. */
export const leafLine = (record: Uint8Array): string =>
  `${hexOf(hashOf(record))},${unitsOf(record)}`;

/** Count, root and total of all leaves of a day. */
export interface CheckedLeaves {
  readonly leaves: number;
  readonly root: string;
  readonly totalUnits: string;
}

/**
 * Rebuilds a day's tree from the lines of its leaves, in order, keeping one node per level, so that a file of
 * any length can be checked while it is read.
 */
export class LeavesCheck {
  readonly #sha256: Sha256;
  /** For each level, the node whose neighbour on the right is still missing. */
  readonly #waiting: (Uint8Array | null)[] = [];
  #last: Uint8Array | null = null;
  #count = 0;
  #fault: Checked<never> | null = null;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  /** Number of lines so far. */
  get count(): number {
    return this.#count;
  }

  /** Adds the next line. Returns false from the first fault on, which `end` names. */
  add(line: string): boolean {
    if (this.#fault) return false;
    const at = `line ${this.#count + 1}`;
    const comma = line.indexOf(',');
    const [hash, digits] = [hashBytes(line.slice(0, comma)), line.slice(comma + 1)];
    const units = unitsIn(digits);
    if (!hash) return this.#fail(faulty('malformed', at));
    if (units === null) {
      return this.#fail(faulty(isDigits(digits) ? 'overflowing-sum' : 'malformed', at));
    }
    const order = this.#last ? compareHashes(this.#last, hash) : -1;
    if (order >= 0) {
      return this.#fail(faulty(order === 0 ? 'leaf-used-twice' : 'unsorted', at));
    }
    const record = recordOf(hash, units);
    this.#last = record;
    this.#count += 1;
    const added = unlessOverflow(() => this.#carry(record));
    return added !== null || this.#fail(faulty('overflowing-sum', at));
  }

  /** Compares the lines with the day's file. Returns their root and total, or the first fault. */
  end(day: PublishedDay): Checked<CheckedLeaves> {
    if (this.#fault) return this.#fault;
    const root = unlessOverflow(() => this.#root());
    if (root === null) return faulty('overflowing-sum', 'root');
    if (this.#count !== day.leaves) return faulty('wrong-count', 'leaves');
    const [hash, totalUnits] = [hexOf(hashOf(root)), unitsOf(root).toString()];
    if (hash !== day.root) return faulty('wrong-root', 'root');
    if (totalUnits !== day.totalUnits) return faulty('wrong-total', 'totalUnits');
    return sound({ leaves: this.#count, root: hash, totalUnits });
  }

  #fail(fault: Checked<never>): false {
    this.#fault = fault;
    return false;
  }

  /** Carries as in binary counting: two nodes of a level make one of the next. Returns the last node made. */
  #carry(leaf: Uint8Array): Uint8Array {
    let node = leaf;
    let height = 0;
    let left = this.#waiting[height];
    while (left) {
      node = nodeRecord(this.#sha256, left, node);
      this.#waiting[height] = null;
      height += 1;
      left = this.#waiting[height];
    }
    this.#waiting[height] = node;
    return node;
  }

  /** Fills the places after the last leaf. */
  #root(): Uint8Array {
    const top = heightOf(this.#count);
    const fillers = fillersTo(this.#sha256, top);
    let node: Uint8Array | null = null;
    for (const [height, filler] of fillers.slice(0, -1).entries()) {
      const left = this.#waiting[height] ?? null;
      if (left) node = nodeRecord(this.#sha256, left, node ?? filler);
      else if (node) node = nodeRecord(this.#sha256, node, filler);
    }
    return node ?? this.#waiting[top] ?? fillerRecord(this.#sha256);
  }
}
