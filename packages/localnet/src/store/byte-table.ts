const EMPTY = -1;

/**
 * List of byte strings of one width (a multiple of 32) with a hash table. One flat buffer compared by words,
 * so that hundreds of thousands of entries load in milliseconds.
 */
export class ByteTable {
  readonly #width: number;
  readonly #words: number;
  /** The entries, plus one slot for the search key. */
  #keys: Buffer;
  #view: Uint32Array;
  #hashes: Uint32Array;
  #buckets: Int32Array;
  #count = 0;

  constructor(width: number) {
    this.#width = width;
    this.#words = width / 4;
    this.#view = new Uint32Array(0);
    this.#keys = Buffer.alloc(0);
    this.#hashes = new Uint32Array(0);
    this.#buckets = new Int32Array(0);
    this.#resize(1_024);
  }

  get count(): number {
    return this.#count;
  }

  /** Returns a view of entries [from, to). */
  slice(from: number, to: number): Buffer {
    return this.#keys.subarray(from * this.#width, to * this.#width);
  }

  /** Returns the index of the newest entry with these bytes, or -1. */
  find(bytes: Buffer): number {
    bytes.copy(this.#keys, this.#count * this.#width, 0, this.#width);
    return this.#buckets[this.#bucket(this.#count, this.#hash(this.#count))] ?? EMPTY;
  }

  /** Adds an entry, which hides an older one with the same bytes. Returns its index. */
  add(bytes: Buffer): number {
    this.addAll(bytes.subarray(0, this.#width));
    return this.#count - 1;
  }

  /** Adds concatenated entries. */
  addAll(bytes: Buffer): void {
    const end = this.#count + bytes.length / this.#width;
    if (end >= this.#hashes.length) this.#resize(end + 1);
    bytes.copy(this.#keys, this.#count * this.#width);
    for (; this.#count < end; this.#count++) {
      const hash = this.#hash(this.#count);
      this.#hashes[this.#count] = hash;
      this.#buckets[this.#bucket(this.#count, hash)] = this.#count;
    }
  }

  #hash(entry: number): number {
    // Keys and signatures are random already, except for runs of zeros.
    const at = entry * this.#words;
    const view = this.#view;
    const a = (view[at] ?? 0) ^ (view[at + 3] ?? 0);
    const b = (view[at + 5] ?? 0) ^ (view[at + 7] ?? 0);
    return (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 0;
  }

  /** Returns the bucket of the entry at index `entry`, or the empty bucket where it belongs. */
  #bucket(entry: number, hash: number): number {
    const buckets = this.#buckets;
    const mask = buckets.length - 1;
    for (let bucket = hash & mask; ; bucket = (bucket + 1) & mask) {
      const other = buckets[bucket] ?? EMPTY;
      if (other === EMPTY) return bucket;
      if (this.#hashes[other] === hash && this.#equal(other, entry)) return bucket;
    }
  }

  #equal(a: number, b: number): boolean {
    const view = this.#view;
    const [from, to] = [a * this.#words, b * this.#words];
    for (let i = 0; i < this.#words; i++) if (view[from + i] !== view[to + i]) return false;
    return true;
  }

  /** Grows the capacity to at least `wanted` entries. */
  #resize(wanted: number): void {
    let capacity = Math.max(1_024, this.#hashes.length);
    while (capacity < wanted) capacity *= 2;
    const view = new Uint32Array(capacity * this.#words);
    view.set(this.#view.subarray(0, this.#count * this.#words));
    this.#view = view;
    this.#keys = Buffer.from(view.buffer);
    const hashes = new Uint32Array(capacity);
    hashes.set(this.#hashes.subarray(0, this.#count));
    this.#hashes = hashes;
    const old = this.#buckets;
    this.#buckets = new Int32Array(2 * capacity).fill(EMPTY);
    const mask = this.#buckets.length - 1;
    for (const entry of old) {
      if (entry === EMPTY) continue;
      let bucket = (hashes[entry] ?? 0) & mask;
      while (this.#buckets[bucket] !== EMPTY) bucket = (bucket + 1) & mask;
      this.#buckets[bucket] = entry;
    }
  }
}
