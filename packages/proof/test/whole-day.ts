import { createHash, createHmac } from 'node:crypto';
import { addressOf } from '../src/files/address.ts';
import { hexOf } from '../src/tree/bytes.ts';
import type { Day } from '../src/files/day.ts';
import type { PublishedDay, PublishedMine } from '../src/files/published.ts';
import { countOf, hashOf, leafRecord, unitsOf } from '../src/tree/record.ts';
import { placeOf, sortedRecords } from '../src/tree/sorted-records.ts';
import { type Tree, pathOf, rootOf, treeOf } from '../src/tree/tree.ts';
import {
  type Hashing,
  type Owed,
  type Secrets,
  leavesOf,
  partsOf,
} from '../src/tree/wallet-leaves.ts';

export const HASHING: Hashing = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
};
const { sha256, hmacSha256 } = HASHING;
export const DAY = '2026-01-31' as Day;
export const SECRET = sha256(Uint8Array.of(7));
export const SECRETS: Secrets = { salts: SECRET, split: sha256(Uint8Array.of(8)) };

/** Runs a generator that pauses to its end. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Returns a wallet's bytes by its number. */
export const walletOf = (number: number): Uint8Array =>
  sha256(Uint8Array.of(number >> 16, (number >> 8) & 255, number & 255));

export const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts));

/** A day's whole tree, with its published figures. */
export interface WholeDay {
  readonly tree: Tree;
  readonly leaves: Uint8Array;
  readonly day: PublishedDay;
}

/** Builds a day's tree with every level in memory. */
export function wholeDay(owed: readonly Owed[]): WholeDay {
  const unsorted = joined(owed.map((each) => leavesOf(HASHING, SECRETS, each)));
  const leaves = atOnce(sortedRecords(unsorted));
  const tree = treeOf(sha256, leaves);
  const root = rootOf(tree);
  const day = {
    day: DAY,
    root: hexOf(hashOf(root)),
    totalUnits: unitsOf(root).toString(),
    leaves: countOf(leaves),
  };
  return { tree, leaves, day };
}

/** Returns a wallet's own file of a day. */
export function mineOf({ tree, leaves, day }: WholeDay, owed: Owed): PublishedMine {
  const entries = partsOf(hmacSha256, SECRETS, owed).map(({ salt, units }) => {
    const leaf = leafRecord(sha256, { salt, units, wallet: owed.wallet });
    const index = placeOf(leaves, hashOf(leaf)) ?? -1;
    const path = pathOf(tree, index).map(({ side, record }) => ({
      side,
      hash: hexOf(hashOf(record)),
      units: unitsOf(record).toString(),
    }));
    return { salt: hexOf(salt), units: units.toString(), index, path };
  });
  const { root, totalUnits } = day;
  return { day: DAY, wallet: addressOf(owed.wallet), root, totalUnits, entries };
}

/** Returns a wallet for each sum. */
export const owedTo = (units: readonly bigint[]): Owed[] =>
  units.map((each, i) => ({ wallet: walletOf(i), units: each }));
