/**
 * A node of a tree of liabilities as 40 bytes: its hash, then its sum as an unsigned 64-bit big-endian
 * number of units of 10⁻⁸ LMT. Levels of a tree, and what is stored of it, are records in a row: a
 * parent's hash covers 0x01 and its children's records.
 */
export const HASH_BYTES = 32;
export const RECORD_BYTES = 40;
export const U64_MAX = 2n ** 64n - 1n;

/** SHA-256 of the caller's library. */
export type Sha256 = (data: Uint8Array) => Uint8Array;
/** HMAC-SHA256 of data under a key. */
export type HmacSha256 = (key: Uint8Array, data: Uint8Array) => Uint8Array;

/** Thrown if a sum exceeds u64. Builders abort; verifiers report the node. */
export class SumOverflow extends Error {}

/** Returns the number of records in a row. */
export const countOf = (records: Uint8Array): number => records.length / RECORD_BYTES;

/** Returns the record at an index. */
export const recordAt = (records: Uint8Array, index: number): Uint8Array =>
  records.subarray(index * RECORD_BYTES, (index + 1) * RECORD_BYTES);

/** Returns the sum in a record, by default the first of a row. */
export function unitsOf(records: Uint8Array, index = 0): bigint {
  const at = index * RECORD_BYTES + HASH_BYTES;
  for (let i = 0; i < 8; i += 1) WORD[i] = records[at + i] ?? 0;
  return VIEW.getBigUint64(0);
}

/** One view for all numbers: a tree has millions, and creating a view for each takes longer than a hash. */
const WORD = new Uint8Array(8);
const VIEW = new DataView(WORD.buffer);

function putUnits(bytes: Uint8Array, at: number, units: bigint): void {
  if (units < 0n || units > U64_MAX) throw new SumOverflow(`${units} is no 64-bit sum`);
  VIEW.setBigUint64(0, units);
  bytes.set(WORD, at);
}

/** Returns the hash in a record. */
export const hashOf = (record: Uint8Array): Uint8Array => record.subarray(0, HASH_BYTES);

export function recordOf(hash: Uint8Array, units: bigint): Uint8Array {
  const record = new Uint8Array(RECORD_BYTES);
  record.set(hash);
  putUnits(record, HASH_BYTES, units);
  return record;
}

/** SHA-256(0x00 ‖ salt ‖ wallet ‖ sum), with that sum. */
export function leafRecord(
  sha256: Sha256,
  { salt, wallet, units }: { salt: Uint8Array; wallet: Uint8Array; units: bigint },
): Uint8Array {
  const data = new Uint8Array(1 + 32 + 32 + 8);
  data.set(salt, 1);
  data.set(wallet, 33);
  putUnits(data, 65, units);
  return recordOf(sha256(data), units);
}

/** The filler leaf, which belongs to no wallet: SHA-256(0x02) with the sum 0. */
export const fillerRecord = (sha256: Sha256): Uint8Array => recordOf(sha256(Uint8Array.of(2)), 0n);

/** SHA-256(0x01 ‖ left hash ‖ left sum ‖ right hash ‖ right sum), with both sums together. */
export function nodeRecord(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const data = new Uint8Array(1 + 2 * RECORD_BYTES);
  data[0] = 1;
  data.set(left, 1);
  data.set(right, 1 + RECORD_BYTES);
  return recordOf(sha256(data), unitsOf(left) + unitsOf(right));
}

/** Returns the result of the work; null if a sum in it overflows. */
export function unlessOverflow<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof SumOverflow) return null;
    throw error;
  }
}

/** Compares records by hash only. */
export function compareHashes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < HASH_BYTES; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
