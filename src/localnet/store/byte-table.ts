const EMPTY = -1;

/**
 * A list of byte strings of one width, with a hash table over them. Kept flat, so that hundreds of
 * thousands of entries load in milliseconds.
 */
export class ByteTable {
  readonly #width: number;
  #keys: Buffer;
  #hashes: Uint32Array;
  #buckets: Int32Array;
  #count = 0;

  constructor(width: number, capacity = 1_024) {
    this.#width = width;
    this.#keys = Buffer.allocUnsafe(width * capacity);
    this.#hashes = new Uint32Array(capacity);
    this.#buckets = new Int32Array(2 * capacity).fill(EMPTY);
  }

  get count(): number {
    return this.#count;
  }

  /** The bytes of entries [from, to): a view. */
  slice(from: number, to: number): Buffer {
    return this.#keys.subarray(from * this.#width, to * this.#width);
  }

  /** The newest entry with these bytes; -1 where there is none. */
  find(bytes: Buffer, at = 0): number {
    return this.#buckets[this.#bucket(bytes, at, this.#hash(bytes, at))] ?? EMPTY;
  }

  /** Adds an entry, which from now on hides an older one with the same bytes; answers with its number. */
  add(bytes: Buffer, at = 0): number {
    if (this.#count === this.#hashes.length) this.#grow();
    const hash = this.#hash(bytes, at);
    const bucket = this.#bucket(bytes, at, hash);
    const entry = this.#count++;
    bytes.copy(this.#keys, entry * this.#width, at, at + this.#width);
    this.#hashes[entry] = hash;
    this.#buckets[bucket] = entry;
    return entry;
  }

  #hash(bytes: Buffer, at: number): number {
    // Keys and signatures are random already, but for the odd one with a run of zeros.
    const a = bytes.readUInt32LE(at) ^ bytes.readUInt32LE(at + 12);
    const b = bytes.readUInt32LE(at + 20) ^ bytes.readUInt32LE(at + 28);
    return (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 0;
  }

  /** The bucket that holds these bytes, or the empty one where they belong. */
  #bucket(bytes: Buffer, at: number, hash: number): number {
    const mask = this.#buckets.length - 1;
    for (let bucket = hash & mask; ; bucket = (bucket + 1) & mask) {
      const entry = this.#buckets[bucket] ?? EMPTY;
      if (entry === EMPTY || (this.#hashes[entry] === hash && this.#equals(entry, bytes, at))) {
        return bucket;
      }
    }
  }

  #equals(entry: number, bytes: Buffer, at: number): boolean {
    const from = entry * this.#width;
    return this.#keys.compare(bytes, at, at + this.#width, from, from + this.#width) === 0;
  }

  #grow(): void {
    const capacity = 2 * this.#hashes.length;
    const keys = Buffer.allocUnsafe(capacity * this.#width);
    this.#keys.copy(keys);
    this.#keys = keys;
    const hashes = new Uint32Array(capacity);
    hashes.set(this.#hashes);
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
