import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Account } from '../bank/account.ts';
import type { Key } from '../bytes/key.ts';
import { Reader } from '../bytes/reader.ts';
import { Writer } from '../bytes/writer.ts';
import { replaceFile } from './files.ts';
import { readAccount, writeAccount } from './record.ts';

const VERSION = 1;

/** State of the chain after its first `rows` transactions, all finalized. */
export interface Snapshot {
  readonly rows: number;
  /** Slot of the last of these transactions. */
  readonly slot: number;
  /** Journal offset of the first transaction after them. */
  readonly journalOffset: number;
  readonly accounts: Iterable<readonly [Key, Account]>;
}

/** Loaded snapshot, with the history index in the order written. */
export interface LoadedSnapshot extends Snapshot {
  readonly index: readonly Buffer[];
}

/**
 * Snapshot files of a folder. `index` is append-only: each snapshot adds its new rows. `state` is replaced
 * atomically and records how much of `index` belongs to it. A crash between the two writes therefore leaves
 * the older snapshot intact.
 */
export class SnapshotFiles {
  readonly #state: string;
  readonly #index: string;
  #indexBytes = 0;

  constructor(dir: string) {
    this.#state = join(dir, 'state');
    this.#index = join(dir, 'index');
  }

  load(): LoadedSnapshot | null {
    if (!existsSync(this.#state)) {
      if (existsSync(this.#index)) truncateSync(this.#index, 0);
      return null;
    }
    const bytes = readFileSync(this.#state);
    const body = bytes.subarray(4);
    if (bytes.length < 4 || crc32(body) !== bytes.readUInt32LE(0)) {
      throw new Error('the snapshot is corrupt: its checksum does not match');
    }
    const reader = new Reader(body);
    const version = reader.u8();
    if (version !== VERSION) throw new Error(`the snapshot has version ${version}, not ${VERSION}`);
    const rows = reader.f64();
    const slot = reader.f64();
    const journalOffset = reader.f64();
    this.#indexBytes = reader.f64();
    const index = this.#loadIndex();
    return { rows, slot, journalOffset, index, accounts: readAccounts(reader) };
  }

  #loadIndex(): Buffer[] {
    if (this.#indexBytes === 0) return [];
    truncateSync(this.#index, this.#indexBytes);
    const reader = new Reader(readFileSync(this.#index));
    const chunks: Buffer[] = [];
    while (reader.left > 0) {
      const length = reader.u32();
      const checksum = reader.u32();
      const chunk = reader.take(length);
      if (crc32(chunk) !== checksum) throw new Error('the index of transactions is corrupt');
      chunks.push(chunk);
    }
    return chunks;
  }

  /** Saves a snapshot; `chunk` is the index of the rows since the previous one. */
  async save(snapshot: Snapshot, chunk: Buffer): Promise<void> {
    const frame = new Writer(chunk.length + 8)
      .u32(chunk.length)
      .u32(crc32(chunk))
      .raw(chunk)
      .done();
    const indexBytes = this.#indexBytes + frame.length;
    const state = encodeState(snapshot, indexBytes);
    const index = await open(this.#index, existsSync(this.#index) ? 'r+' : 'w+', 0o600);
    try {
      await index.write(frame, 0, frame.length, this.#indexBytes);
      await index.sync();
    } finally {
      await index.close();
    }
    await replaceFile(this.#state, state);
    this.#indexBytes = indexBytes;
  }
}

/** Synchronous, so that the state is consistent before the first await of `save`. */
function encodeState(snapshot: Snapshot, indexBytes: number): Buffer {
  const out = new Writer(1 << 16);
  out.u32(0).u8(VERSION);
  out.f64(snapshot.rows).f64(snapshot.slot).f64(snapshot.journalOffset).f64(indexBytes);
  for (const [key, account] of snapshot.accounts) {
    out.latin1(key);
    writeAccount(out, account);
  }
  const bytes = out.done();
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
  return bytes;
}

function* readAccounts(reader: Reader): Generator<readonly [Key, Account]> {
  while (reader.left > 0) {
    const key = reader.key();
    const account = readAccount(reader);
    if (account) yield [key, account];
  }
}
