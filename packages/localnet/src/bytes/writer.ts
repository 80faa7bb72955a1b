/** Sequential writer of little-endian fields into a growing buffer. */
export class Writer {
  #bytes: Buffer;
  #at = 0;

  constructor(sizeHint = 1024) {
    this.#bytes = Buffer.allocUnsafe(sizeHint);
  }

  #room(count: number): number {
    const at = this.#at;
    if (at + count > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, at + count));
      this.#bytes.copy(grown, 0, 0, at);
      this.#bytes = grown;
    }
    this.#at = at + count;
    return at;
  }

  u8(value: number): this {
    const at = this.#room(1);
    this.#bytes.writeUInt8(value, at);
    return this;
  }

  u16(value: number): this {
    const at = this.#room(2);
    this.#bytes.writeUInt16LE(value, at);
    return this;
  }

  u32(value: number): this {
    const at = this.#room(4);
    this.#bytes.writeUInt32LE(value, at);
    return this;
  }

  u64(value: bigint): this {
    const at = this.#room(8);
    this.#bytes.writeBigUInt64LE(value, at);
    return this;
  }

  f64(value: number): this {
    const at = this.#room(8);
    this.#bytes.writeDoubleLE(value, at);
    return this;
  }

  raw(bytes: Uint8Array): this {
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
    return this;
  }

  latin1(text: string): this {
    const at = this.#room(text.length);
    this.#bytes.write(text, at, 'latin1');
    return this;
  }

  /** Returns a view of the written bytes; further writes would change it. */
  done(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }
}
