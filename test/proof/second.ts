import { createHash } from 'node:crypto';

/**
 * The proof of liabilities a second time, from its definition alone and as plain as can be: nothing of
 * the product's own code is used, so that one mistake would have to be made twice.
 */

export interface Node {
  readonly hash: Buffer;
  readonly sum: bigint;
}

export interface Step {
  readonly side: 'left' | 'right';
  readonly hash: string;
  readonly units: string;
}

export interface Entry {
  readonly salt: string;
  readonly units: string;
  readonly index: number;
  readonly path: readonly Step[];
}

export interface Me {
  readonly day: string;
  readonly wallet: string;
  readonly root: string;
  readonly totalUnits: string;
  readonly entries: readonly Entry[];
}

const U64_END = 2n ** 64n;
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

function u64(value: bigint): Buffer {
  if (value < 0n || value >= U64_END) throw new Error(`${value} is no unsigned 64-bit number`);
  return Buffer.from(value.toString(16).padStart(16, '0'), 'hex');
}

function hex32(text: string): Buffer {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${text} is not 32 bytes in hex`);
  return Buffer.from(text, 'hex');
}

function units(text: string): bigint {
  if (!/^(0|[1-9]\d*)$/.test(text)) throw new Error(`${text} is no number of units`);
  return BigInt(text);
}

/** The 32 bytes of an address in base 58. */
export function walletBytes(address: string): Buffer {
  let value = 0n;
  for (const letter of address) {
    const digit = ALPHABET.indexOf(letter);
    if (digit < 0) throw new Error(`${address} is no address`);
    value = value * 58n + BigInt(digit);
  }
  return hex32(value.toString(16).padStart(64, '0'));
}

export const FILLER: Node = { hash: sha256(Buffer.of(2)), sum: 0n };

export const leafOf = (salt: Uint8Array, wallet: Uint8Array, sum: bigint): Node => ({
  hash: sha256(Buffer.of(0), salt, wallet, u64(sum)),
  sum,
});

const parentOf = (left: Node, right: Node): Node => ({
  hash: sha256(Buffer.of(1), left.hash, u64(left.sum), right.hash, u64(right.sum)),
  sum: left.sum + right.sum,
});

/** The root above real leaves, which are ordered by their hash and filled up to a power of two. */
export function rootOf(leaves: readonly Node[]): Node {
  const sorted = [...leaves].sort((a, b) => Buffer.compare(a.hash, b.hash));
  let size = 1;
  while (size < sorted.length) size *= 2;
  let level = [...sorted, ...Array.from({ length: size - sorted.length }, () => FILLER)];
  while (level.length > 1) {
    const above: Node[] = [];
    for (let i = 0; i < level.length; i += 2) above.push(parentOf(level[i]!, level[i + 1]!));
    level = above;
  }
  const [root] = level;
  u64(root!.sum);
  return root!;
}

/** The leaves of a `hash,units` file, in its order. */
export const leavesOf = (file: string): Node[] =>
  file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [hash = '', sum = '', ...more] = line.split(',');
      if (more.length > 0) throw new Error(`${line} is no leaf`);
      return { hash: hex32(hash), sum: units(sum) };
    });

/** Where an entry's path leads, and that it starts at the entry's own place. `side` is the neighbour's. */
function climb(wallet: string, { salt, units: sum, index, path }: Entry): Node {
  let at = leafOf(hex32(salt), walletBytes(wallet), units(sum));
  let place = index;
  for (const step of path) {
    const other: Node = { hash: hex32(step.hash), sum: units(step.units) };
    if ((step.side === 'left') !== (place % 2 === 1)) throw new Error('the path is another leaf’s');
    at = step.side === 'left' ? parentOf(other, at) : parentOf(at, other);
    place = Math.floor(place / 2);
  }
  if (place !== 0) throw new Error('the path ends below the root');
  return at;
}

/** What is owed to the wallet, once each of its entries has been found below the root. */
export function owedTo(me: Me): bigint {
  const places = new Set(me.entries.map(({ index }) => index));
  if (places.size !== me.entries.length) throw new Error('a leaf counts twice');
  for (const entry of me.entries) {
    const top = climb(me.wallet, entry);
    if (top.hash.toString('hex') !== me.root) throw new Error('another root');
    if (top.sum !== units(me.totalUnits)) throw new Error('another total');
  }
  return me.entries.reduce((sum, entry) => sum + units(entry.units), 0n);
}

/** The part of a day's memo that follows from its proof. */
export const memoStartOf = (day: {
  readonly day: string;
  readonly root: string;
  readonly totalUnits: string;
  readonly logHead: string;
}): string => ['lmt-proof', 'v2', day.day, day.root, day.totalUnits, day.logHead, ''].join(':');

/** The day that a memo names as the last one, with its root; the first memo names none. */
export function lastIn(memo: string): { readonly day: string; readonly root: string } | null {
  const fields = memo.split(':');
  const [day = '', root = ''] = fields.slice(6);
  if (fields.length !== 8 || !/^[0-9a-f]{64}$/.test(root)) throw new Error(`${memo} is no memo`);
  const isFirst = day === '0000-00-00' && root === '0'.repeat(64);
  if (!isFirst && !/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`${memo} names no day`);
  return isFirst ? null : { day, root };
}

/** The address that all anchors of a treasury name, as its 32 bytes. */
export const referenceBytes = (treasury: string): Buffer =>
  sha256(Buffer.from('lmt-proof:v2:reference:'), walletBytes(treasury));
