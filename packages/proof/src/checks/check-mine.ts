import { addressBytes } from '../files/address.ts';
import { hashBytes, hexOf } from '../tree/bytes.ts';
import { type Checked, type Fault, faulty, sound } from '../files/fault.ts';
import type {
  PublishedDay,
  PublishedEntry,
  PublishedMine,
  PublishedStep,
} from '../files/published.ts';
import { unitsIn } from '../files/published.ts';
import {
  type Sha256,
  hashOf,
  leafRecord,
  nodeRecord,
  recordOf,
  unitsOf,
  unlessOverflow,
} from '../tree/record.ts';
import { heightOf } from '../tree/tree.ts';

/** A computed node of a path, as hex and digits. */
export interface WalkedNode {
  readonly hash: string;
  readonly units: string;
}

/** A leaf's recomputed path: the leaf first, the root last. */
export interface WalkedEntry {
  readonly index: number;
  readonly nodes: readonly WalkedNode[];
}

/** Paths of a wallet's leaves, and their sum. */
export interface CheckedMine {
  readonly units: bigint;
  readonly entries: readonly WalkedEntry[];
}

/**
 * Checks a wallet's own proof against the day's: each leaf is in the tree, at a place of its own.
 *
 * @param wallet address that the proof must name; null to accept any
 */
export function checkMine(
  sha256: Sha256,
  mine: PublishedMine,
  { day, wallet }: { readonly day: PublishedDay; readonly wallet: string | null },
): Checked<CheckedMine> {
  if (mine.day !== day.day) return faulty('wrong-day', 'day');
  if (wallet !== null && mine.wallet !== wallet) return faulty('wrong-wallet', 'wallet');
  const owner = addressBytes(mine.wallet);
  if (!owner) return faulty('malformed', 'wallet');
  if (mine.root !== day.root) return faulty('wrong-root', 'root');
  if (mine.totalUnits !== day.totalUnits) return faulty('wrong-total', 'totalUnits');
  const walked: WalkedEntry[] = [];
  const places = new Set<number>();
  let units = 0n;
  for (const [i, entry] of mine.entries.entries()) {
    const at = `entries.${i}`;
    if (places.has(entry.index)) return faulty('leaf-used-twice', at);
    places.add(entry.index);
    const way = checkEntry(sha256, entry, { wallet: owner, day, at });
    if (!way.ok) return way;
    walked.push(way.value);
    units += unitsIn(entry.units) ?? 0n;
  }
  return sound({ units, entries: walked });
}

/** Recomputes a leaf and its path to the root. */
function checkEntry(
  sha256: Sha256,
  { salt, units, index, path }: PublishedEntry,
  { wallet, day, at }: { wallet: Uint8Array; day: PublishedDay; at: string },
): Checked<WalkedEntry> {
  const saltBytes = hashBytes(salt);
  if (!saltBytes) return faulty('malformed', at);
  if (index >= day.leaves || path.length !== heightOf(day.leaves)) return faulty('wrong-place', at);
  const own = unitsIn(units);
  if (own === null) return faulty('overflowing-sum', at);
  let node = leafRecord(sha256, { salt: saltBytes, wallet, units: own });
  const nodes = [shown(node)];
  for (const [height, step] of path.entries()) {
    const where = `${at}.path.${height}`;
    const side = ((index >>> height) & 1) === 1 ? 'left' : 'right';
    if (step.side !== side) return faulty('wrong-place', where);
    const above = parentOf(sha256, node, step);
    if (typeof above === 'string') return faulty(above, where);
    node = above;
    nodes.push(shown(node));
  }
  const root = shown(node);
  if (root.hash !== day.root) return faulty('wrong-root', at);
  if (root.units !== day.totalUnits) return faulty('wrong-total', at);
  return sound({ index, nodes });
}

/** Returns the node above a node and its neighbour, or a fault. */
function parentOf(sha256: Sha256, node: Uint8Array, step: PublishedStep): Uint8Array | Fault {
  const [hash, units] = [hashBytes(step.hash), unitsIn(step.units)];
  if (!hash) return 'malformed';
  if (units === null) return 'overflowing-sum';
  const beside = recordOf(hash, units);
  const [left, right] = step.side === 'left' ? [beside, node] : [node, beside];
  return unlessOverflow(() => nodeRecord(sha256, left, right)) ?? 'overflowing-sum';
}

const shown = (record: Uint8Array): WalkedNode => ({
  hash: hexOf(hashOf(record)),
  units: unitsOf(record).toString(),
});
