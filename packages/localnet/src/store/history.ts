import type { Key } from '../bytes/key.ts';
import { Reader } from '../bytes/reader.ts';
import { Writer } from '../bytes/writer.ts';
import { ByteTable } from './byte-table.ts';
import { type Column, bytes, integers, numbers } from './column.ts';

export const FAILED = 1;
export const HAS_MEMO = 2;
const DROPPED = 4;
const NONE = -1;

export interface Row {
  readonly signature: Buffer;
  readonly slot: number;
  /** Offset of the transaction's record in the journal. */
  readonly offset: number;
  /** Bit set of FAILED and HAS_MEMO. */
  readonly flags: number;
  readonly keys: readonly Key[];
}

/** Index of landed transactions and the addresses they mention, in landing order. The contents stay in the journal. */
export class History {
  readonly #signatures = new ByteTable(64);
  readonly #slots = numbers();
  readonly #offsets = numbers();
  readonly #flags = bytes();
  /** Per row: number of mentions and of addresses before it. */
  readonly #mentionsFrom = integers();
  readonly #addressesBefore = integers();
  readonly #addresses = new ByteTable(32);
  /** Newest mention of each address. */
  readonly #heads = integers();
  /** Per mention: its row, its address, and the previous mention of that address. */
  readonly #mentionRow = integers();
  readonly #mentionAddress = integers();
  readonly #mentionBefore = integers();
  readonly #scratch = Buffer.alloc(32);

  get count(): number {
    return this.#signatures.count;
  }

  add(row: Row): number {
    const number = this.#addRow(row.signature, {
      slot: row.slot,
      offset: row.offset,
      flags: row.flags,
    });
    for (const key of row.keys) {
      this.#scratch.write(key, 'latin1');
      const known = this.#addresses.find(this.#scratch);
      this.#mention(number, known === NONE ? this.#addAddress(this.#scratch) : known);
    }
    return number;
  }

  #addRow(
    signature: Buffer,
    {
      slot,
      offset,
      flags,
    }: { readonly slot: number; readonly offset: number; readonly flags: number },
  ): number {
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
    this.#mentionRow.push(row);
    this.#mentionAddress.push(address);
    this.#link(this.#mentionRow.count - 1);
  }

  /** Links a mention as the newest of its address. */
  #link(mention: number): void {
    const address = this.#mentionAddress.at(mention);
    this.#mentionBefore.push(this.#heads.at(address));
    this.#heads.set(address, mention);
  }

  /** Returns the row of a signature; null if it never landed or was rolled back. */
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

  /** Marks `from` and all later rows as rolled back. */
  drop(from: number): void {
    for (let row = from; row < this.count; row++)
      this.#flags.set(row, this.#flags.at(row) | DROPPED);
  }

  /** Yields the rows that mention an address, newest first. */
  *mentions(key: Key): Generator<number> {
    this.#scratch.write(key, 'latin1');
    const address = this.#addresses.find(this.#scratch);
    if (address === NONE) return;
    for (let at = this.#heads.at(address); at !== NONE; at = this.#mentionBefore.at(at)) {
      const row = this.#mentionRow.at(at);
      if (!this.isDropped(row)) yield row;
    }
  }

  /** Returns the first row after `slot`. */
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

  /** Encodes rows [from, to) for `load`, column by column. */
  encode(from: number, to: number): Buffer {
    const start = (row: number, starts: Column<Int32Array>, end: number): number =>
      row < this.count ? starts.at(row) : end;
    const mentionsFrom = start(from, this.#mentionsFrom, this.#mentionRow.count);
    const mentionsTo = start(to, this.#mentionsFrom, this.#mentionRow.count);
    const addressesFrom = start(from, this.#addressesBefore, this.#addresses.count);
    const addressesTo = start(to, this.#addressesBefore, this.#addresses.count);
    const columns = [
      this.#signatures.slice(from, to),
      this.#addresses.slice(addressesFrom, addressesTo),
      this.#slots.bytes(from, to),
      this.#offsets.bytes(from, to),
      this.#flags.bytes(from, to),
      this.#mentionsFrom.bytes(from, to),
      this.#addressesBefore.bytes(from, to),
      this.#mentionRow.bytes(mentionsFrom, mentionsTo),
      this.#mentionAddress.bytes(mentionsFrom, mentionsTo),
    ];
    const out = new Writer(columns.reduce((sum, { length }) => sum + 4 + length, 0));
    for (const column of columns) out.u32(column.length).raw(column);
    return out.done();
  }

  /** Appends the output of `encode`, which must start where this history ends. */
  load(chunk: Buffer): void {
    const reader = new Reader(chunk);
    const column = (): Buffer => reader.take(reader.u32());
    this.#signatures.addAll(column());
    this.#addresses.addAll(column());
    this.#slots.load(column());
    this.#offsets.load(column());
    this.#flags.load(column());
    this.#mentionsFrom.load(column());
    this.#addressesBefore.load(column());
    const mentions = this.#mentionRow.count;
    this.#mentionRow.load(column());
    this.#mentionAddress.load(column());
    while (this.#heads.count < this.#addresses.count) this.#heads.push(NONE);
    for (let at = mentions; at < this.#mentionRow.count; at++) this.#link(at);
  }
}
