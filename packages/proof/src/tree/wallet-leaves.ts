import { type HmacSha256, RECORD_BYTES, type Sha256, leafRecord, recordOf } from './record.ts';

/** Hash functions of the caller's library. */
export interface Hashing {
  readonly sha256: Sha256;
  readonly hmacSha256: HmacSha256;
}

/** 32 bytes each. Both are stored and never published. */
export interface Secrets {
  /** Secret of one day. Salts follow from it. */
  readonly salts: Uint8Array;
  /** Secret of all days. Splits follow from it. */
  readonly split: Uint8Array;
}

/** Debt to a wallet. */
export interface Owed {
  readonly wallet: Uint8Array;
  readonly units: bigint;
}

/** A part of what is owed to a wallet, with the salt of its leaf. */
export interface Part {
  readonly salt: Uint8Array;
  readonly units: bigint;
}

const PARTS_MIN = 2;
export const PARTS_MAX = 4;

/**
 * Splits what is owed to a wallet into 2 to 4 parts, so that a neighbour in the tree does not learn it. Number
 * and sizes follow from HMAC(split secret, wallet ‖ sum), so that a sum is split alike on every day: other
 * parts each day would reveal it. The first byte gives the number, the 64-bit words 2, 3 and 4 the places of
 * the cuts, evenly between 0 and the sum. A part may be 0.
 */
export function partsOf(hmacSha256: HmacSha256, { salts, split }: Secrets, owed: Owed): Part[] {
  const { wallet, units } = owed;
  const draw = hmacSha256(split, recordOf(wallet, units));
  const count = PARTS_MIN + (((draw[0] ?? 0) * (PARTS_MAX - PARTS_MIN + 1)) >> 8);
  const words = new DataView(draw.buffer, draw.byteOffset, draw.byteLength);
  const cuts = BigUint64Array.from(
    [8, 16, 24].slice(0, count - 1),
    (at) => (words.getBigUint64(at) * (units + 1n)) >> 64n,
  ).toSorted();
  return [...cuts, units].map((end, number) => ({
    salt: saltOf(hmacSha256, { secret: salts, wallet, number }),
    units: end - (cuts[number - 1] ?? 0n),
  }));
}

/** Returns HMAC-SHA256(secret of the day, wallet ‖ leaf number as u32 big-endian). */
export function saltOf(
  hmacSha256: HmacSha256,
  { secret, wallet, number }: { secret: Uint8Array; wallet: Uint8Array; number: number },
): Uint8Array {
  const data = new Uint8Array(wallet.length + 4);
  data.set(wallet);
  new DataView(data.buffer).setUint32(wallet.length, number);
  return hmacSha256(secret, data);
}

/** Returns the leaves of a wallet as records in a row, unsorted. */
export function leavesOf(
  { sha256, hmacSha256 }: Hashing,
  secrets: Secrets,
  owed: Owed,
): Uint8Array {
  const { wallet } = owed;
  const parts = partsOf(hmacSha256, secrets, owed);
  const records = new Uint8Array(parts.length * RECORD_BYTES);
  for (const [i, part] of parts.entries()) {
    records.set(leafRecord(sha256, { ...part, wallet }), i * RECORD_BYTES);
  }
  return records;
}
