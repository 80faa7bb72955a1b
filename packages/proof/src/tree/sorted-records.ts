import { RECORD_BYTES, compareHashes, countOf, recordAt } from './record.ts';

/** Records laid out between two pauses: a few milliseconds. */
const STRIDE = 4_096;

/**
 * Sorts records by their hashes: distributes them by the first two bytes, then sorts each bucket. Hashes are
 * spread evenly, so millions of records need little memory beside themselves. Pauses every few milliseconds,
 * so that the caller can do other work.
 */
export function* sortedRecords(records: Uint8Array): Generator<void, Uint8Array> {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const buckets: number[][] = [];
  for (let i = 0; i < countOf(records); i += 1) {
    (buckets[view.getUint16(i * RECORD_BYTES)] ??= []).push(i);
    if (i % STRIDE === 0) yield;
  }
  const sorted = new Uint8Array(records.length);
  let at = 0;
  // `Object.values` skips the buckets that no hash begins with.
  for (const bucket of Object.values(buckets)) {
    for (const record of bucket.map((i) => recordAt(records, i)).toSorted(compareHashes)) {
      sorted.set(record, at);
      at += RECORD_BYTES;
    }
    yield;
  }
  return sorted;
}

/** Returns the index of a hash among sorted records; null if it is missing. */
export function placeOf(records: Uint8Array, hash: Uint8Array): number | null {
  let [low, high] = [0, countOf(records)];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareHashes(recordAt(records, middle), hash);
    if (order < 0) low = middle + 1;
    else if (order > 0) high = middle;
    else return middle;
  }
  return null;
}
