import { type Key, KEY_BYTES, keyAt } from './key.ts';

/** Sequential reader of little-endian fields; throws RangeError past the end. */
export class Reader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  #skip(count: number): number {
    if (this.left < count) throw new RangeError(`${count} bytes wanted, ${this.left} left`);
    const from = this.at;
    this.at += count;
    return from;
  }

  u8(): number {
    return this.bytes.readUInt8(this.#skip(1));
  }

  u16(): number {
    return this.bytes.readUInt16LE(this.#skip(2));
  }

  u32(): number {
    return this.bytes.readUInt32LE(this.#skip(4));
  }

  u64(): bigint {
    return this.bytes.readBigUInt64LE(this.#skip(8));
  }

  f64(): number {
    return this.bytes.readDoubleLE(this.#skip(8));
  }

  key(): Key {
    return keyAt(this.bytes, this.#skip(KEY_BYTES));
  }

  /** Returns a view of the next bytes (no copy). */
  take(count: number): Buffer {
    const from = this.#skip(count);
    return this.bytes.subarray(from, from + count);
  }

  /** Reads a compact-u16 length; rejects non-canonical encodings. */
  compact(): number {
    let value = 0;
    for (let i = 0; i < 3; i++) {
      const byte = this.u8();
      if (byte === 0 && i > 0) throw new RangeError('a length with a needless last byte');
      value |= (byte & 0x7f) << (7 * i);
      if (byte < 0x80) {
        if (value > 0xffff) throw new RangeError('a length above 16 bits');
        return value;
      }
    }
    throw new RangeError('a length of more than three bytes');
  }
}
