import { type HmacSha256, RECORD_BYTES, type Sha256, leafRecord } from './record.ts';

/** How a tree's leaves are made; both functions of the caller's library. */
export interface Hashing {
  readonly sha256: Sha256;
  readonly hmacSha256: HmacSha256;
}

/** What is owed to a wallet. */
export interface Owed {
  readonly wallet: Uint8Array;
  readonly units: bigint;
}

/** A part of what is owed to a wallet, with what opens its leaf. */
export interface Part {
  readonly salt: Uint8Array;
  readonly units: bigint;
}

const SPLIT = Uint8Array.from('split', (char) => char.codePointAt(0) ?? 0);
const PARTS_MIN = 2;
export const PARTS_MAX = 4;

/**
 * What is owed to a wallet in 2 to 4 parts, so that a neighbour in the tree does not learn it. Number
 * and sizes follow from HMAC(secret, 'split' ‖ wallet): its first byte gives the number, its 64-bit
 * words 2, 3 and 4 the places of the cuts, evenly between 0 and the whole. A part may be 0.
 */
export function partsOf(hmacSha256: HmacSha256, secret: Uint8Array, owed: Owed): Part[] {
  const { wallet, units } = owed;
  const draw = hmacSha256(secret, joined(SPLIT, wallet));
  const count = PARTS_MIN + (((draw[0] ?? 0) * (PARTS_MAX - PARTS_MIN + 1)) >> 8);
  const words = new DataView(draw.buffer, draw.byteOffset, draw.byteLength);
  const cuts = BigUint64Array.from(
    [8, 16, 24].slice(0, count - 1),
    (at) => (words.getBigUint64(at) * (units + 1n)) >> 64n,
  ).toSorted();
  return [...cuts, units].map((end, number) => ({
    salt: saltOf(hmacSha256, { secret, wallet, number }),
    units: end - (cuts[number - 1] ?? 0n),
  }));
}

/** HMAC-SHA256(secret, wallet ‖ leaf number as u32 big-endian). */
export function saltOf(
  hmacSha256: HmacSha256,
  { secret, wallet, number }: { secret: Uint8Array; wallet: Uint8Array; number: number },
): Uint8Array {
  const last = new Uint8Array(4);
  new DataView(last.buffer).setUint32(0, number);
  return hmacSha256(secret, joined(wallet, last));
}

/** The leaves of a wallet as records in a row, unsorted. */
export function leavesOf(
  { sha256, hmacSha256 }: Hashing,
  secret: Uint8Array,
  owed: Owed,
): Uint8Array {
  const { wallet } = owed;
  const parts = partsOf(hmacSha256, secret, owed);
  const records = new Uint8Array(parts.length * RECORD_BYTES);
  for (const [i, part] of parts.entries()) {
    records.set(leafRecord(sha256, { ...part, wallet }), i * RECORD_BYTES);
  }
  return records;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
