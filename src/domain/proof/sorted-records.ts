import { RECORD_BYTES, compareHashes, countOf, recordAt } from './record.ts';

const BUCKETS = 1 << 16;
/** Records moved, or buckets sorted, between two pauses: a few milliseconds. */
const STRIDE = 4_096;

/**
 * Records in the order of their hashes: laid out by the first two bytes of the hash, then each bucket
 * sorted by itself. Hashes are spread evenly, so millions of records take little more room than
 * themselves. It pauses every few milliseconds, so that the caller can let others work.
 */
export function* sortedRecords(records: Uint8Array): Generator<void, Uint8Array> {
  const count = countOf(records);
  const bucketOf = (index: number): number =>
    ((records[index * RECORD_BYTES] ?? 0) << 8) | (records[index * RECORD_BYTES + 1] ?? 0);
  const ends = new Uint32Array(BUCKETS + 1);
  for (let i = 0; i < count; i += 1) ends[bucketOf(i) + 1] = (ends[bucketOf(i) + 1] ?? 0) + 1;
  for (let i = 1; i <= BUCKETS; i += 1) ends[i] = (ends[i] ?? 0) + (ends[i - 1] ?? 0);
  yield;
  const starts = ends.slice(0, BUCKETS);
  const sorted = new Uint8Array(records.length);
  for (let i = 0; i < count; i += 1) {
    const bucket = bucketOf(i);
    const place = starts[bucket] ?? 0;
    starts[bucket] = place + 1;
    sorted.set(recordAt(records, i), place * RECORD_BYTES);
    if (i % STRIDE === 0) yield;
  }
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const [start, end] = [ends[bucket] ?? 0, ends[bucket + 1] ?? 0];
    if (end - start > 1) sortBetween(sorted, start, end);
    if (bucket % STRIDE === 0) yield;
  }
  return sorted;
}

function sortBetween(records: Uint8Array, start: number, end: number): void {
  const bucket: Uint8Array[] = [];
  for (let i = start; i < end; i += 1) bucket.push(recordAt(records, i).slice());
  bucket
    .sort(compareHashes)
    .forEach((record, i) => records.set(record, (start + i) * RECORD_BYTES));
}

/** Where a hash stands among sorted records; null where it is not among them. */
export function placeOf(records: Uint8Array, hash: Uint8Array): number | null {
  let [low, high] = [0, countOf(records)];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareHashes(recordAt(records, middle), hash);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}
