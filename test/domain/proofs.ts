import { createHash, createHmac } from 'node:crypto';
import { hexOf } from '#domain/proof/bytes';
import type { Day } from '#domain/proof/day';
import type { PublishedDay, PublishedMine } from '#domain/proof/published';
import { countOf, hashOf, leafRecord, unitsOf } from '#domain/proof/record';
import { placeOf, sortedRecords } from '#domain/proof/sorted-records';
import { type Tree, pathOf, rootOf, treeOf } from '#domain/proof/tree';
import { type Hashing, type Owed, leavesOf, partsOf } from '#domain/proof/wallet-leaves';

export const HASHING: Hashing = {
  sha256: (data) => createHash('sha256').update(data).digest(),
  hmacSha256: (key, data) => createHmac('sha256', key).update(data).digest(),
};
const { sha256, hmacSha256 } = HASHING;
export const DAY = '2026-01-31' as Day;
export const SECRET = sha256(Uint8Array.of(7));

/** Runs a generator of partial work to its end. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base-58 address of 32 bytes. */
export function addressOf(bytes: Uint8Array): string {
  let value = BigInt(`0x${hexOf(bytes)}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = `${BASE58[Number(value % 58n)]}${text}`;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}

/** Wallet by number. */
export const walletOf = (number: number): Uint8Array =>
  sha256(Uint8Array.of(number >> 16, (number >> 8) & 255, number & 255));

export const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts));

/** Tree of a day with its published parts. */
export interface ProofDay {
  readonly tree: Tree;
  readonly leaves: Uint8Array;
  readonly day: PublishedDay;
}

/** Builds a day's tree with every level in memory. */
export function proofDay(owed: readonly Owed[]): ProofDay {
  const unsorted = joined(owed.map((each) => leavesOf(HASHING, SECRET, each)));
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

/** Part of a day that one wallet gets. */
export function mineOf({ tree, leaves, day }: ProofDay, owed: Owed): PublishedMine {
  const entries = partsOf(hmacSha256, SECRET, owed).map(({ salt, units }) => {
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

/** Wallets with the given liabilities. */
export const owedTo = (units: readonly bigint[]): Owed[] =>
  units.map((each, i) => ({ wallet: walletOf(i), units: each }));
