import type { Key } from '../bytes/key.ts';
import { Reader } from '../bytes/reader.ts';
import { Writer } from '../bytes/writer.ts';
import { ByteTable } from './byte-table.ts';
import { bytes, integers, numbers } from './column.ts';

export const FAILED = 1;
export const HAS_MEMO = 2;
const DROPPED = 4;
const NONE = -1;

export interface Row {
  readonly signature: Buffer;
  readonly slot: number;
  /** Where the transaction's record starts in the journal. */
  readonly offset: number;
  /** FAILED, HAS_MEMO. */
  readonly flags: number;
  readonly keys: readonly Key[];
}

/**
 * Which transactions there are and whom they mention, in the order in which they landed: everything
 * but their content, which stays in the journal until somebody asks for it.
 */
export class History {
  readonly #signatures = new ByteTable(64);
  readonly #slots = numbers();
  readonly #offsets = numbers();
  readonly #flags = bytes();
  /** Of each row: how many mentions and how many addresses there were before it. */
  readonly #mentionsFrom = integers();
  readonly #addressesBefore = integers();
  readonly #addresses = new ByteTable(32);
  /** The newest mention of each address. */
  readonly #heads = integers();
  /** Of each mention: its row, its address, and the same address's mention before it. */
  readonly #mentionRow = integers();
  readonly #mentionAddress = integers();
  readonly #mentionBefore = integers();
  readonly #scratch = Buffer.alloc(32);

  get count(): number {
    return this.#signatures.count;
  }

  add(row: Row): number {
    const number = this.#addRow(row.signature, row.slot, row.offset, row.flags);
    for (const key of row.keys) {
      this.#scratch.write(key, 'latin1');
      const known = this.#addresses.find(this.#scratch);
      this.#mention(number, known === NONE ? this.#addAddress(this.#scratch) : known);
    }
    return number;
  }

  #addRow(signature: Buffer, slot: number, offset: number, flags: number): number {
    this.#slots.push(slot);
    this.#offsets.push(offset);
    this.#flags.push(flags);
    this.#mentionsFrom.push(this.#mentionRow.count);
    this.#addressesBefore.push(this.#addresses.count);
    return this.#signatures.add(signature);
  }

  #addAddress(address: Buffer): number {
    this.#heads.push(NONE);
    return this.#addresses.add(address);
  }

  #mention(row: number, address: number): void {
    this.#mentionBefore.push(this.#heads.at(address));
    this.#heads.set(address, this.#mentionRow.count);
    this.#mentionRow.push(row);
    this.#mentionAddress.push(address);
  }

  /** The row of a signature; null where it never landed or was rolled back. */
  find(signature: Buffer): number | null {
    const row = this.#signatures.find(signature);
    return row === NONE || this.isDropped(row) ? null : row;
  }

  signature(row: number): Buffer {
    return this.#signatures.slice(row, row + 1);
  }

  slot(row: number): number {
    return this.#slots.at(row);
  }

  offset(row: number): number {
    return this.#offsets.at(row);
  }

  has(row: number, flag: number): boolean {
    return (this.#flags.at(row) & flag) !== 0;
  }

  isDropped(row: number): boolean {
    return this.has(row, DROPPED);
  }

  /** Marks `from` and every later row as rolled back. */
  drop(from: number): void {
    for (let row = from; row < this.count; row++)
      this.#flags.set(row, this.#flags.at(row) | DROPPED);
  }

  /** The rows that mention an address, newest first. */
  *mentions(key: Key): Generator<number> {
    this.#scratch.write(key, 'latin1');
    const address = this.#addresses.find(this.#scratch);
    if (address === NONE) return;
    for (let at = this.#heads.at(address); at !== NONE; at = this.#mentionBefore.at(at)) {
      const row = this.#mentionRow.at(at);
      if (!this.isDropped(row)) yield row;
    }
  }

  /** The first row after `slot`. */
  firstAfter(slot: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.slot(middle) > slot) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Rows [from, to) as bytes, for `load`. */
  encode(from: number, to: number): Buffer {
    const out = new Writer(300 * (to - from) + 4);
    out.u32(to - from);
    for (let row = from; row < to; row++) {
      const mentionsTo =
        row + 1 < this.count ? this.#mentionsFrom.at(row + 1) : this.#mentionRow.count;
      out.raw(this.signature(row)).f64(this.slot(row)).f64(this.offset(row));
      out.u8(this.#flags.at(row)).u16(mentionsTo - this.#mentionsFrom.at(row));
      let known = this.#addressesBefore.at(row);
      for (let at = this.#mentionsFrom.at(row); at < mentionsTo; at++) {
        const address = this.#mentionAddress.at(at);
        out.u32(address);
        // Addresses are numbered as they come up, and spelt out where they first do.
        if (address < known) continue;
        out.raw(this.#addresses.slice(address, address + 1));
        known = address + 1;
      }
    }
    return out.done();
  }

  /** Appends what `encode` made, which starts where this history ends. */
  load(chunk: Buffer): void {
    const reader = new Reader(chunk);
    for (let rows = reader.u32(); rows > 0; rows--) {
      const signature = reader.take(64);
      const row = this.#addRow(signature, reader.f64(), reader.f64(), reader.u8());
      for (let mentions = reader.u16(); mentions > 0; mentions--) {
        const address = reader.u32();
        if (address === this.#addresses.count) this.#addAddress(reader.take(32));
        this.#mention(row, address);
      }
    }
  }
}
