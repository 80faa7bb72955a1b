import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';

/** Before each record: its length and its checksum, 32 bits each. */
const HEADER_BYTES = 8;
const READ_BYTES = 4 * 1_024 * 1_024;

/** A record, and where it starts. */
export interface Kept {
  readonly offset: number;
  readonly record: Buffer;
}

/** An append-only list of records, each found again by its offset. */
export type Journal = Pick<FileJournal, keyof FileJournal>;

function framed(record: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + record.length);
  frame.writeUInt32LE(record.length, 0);
  frame.writeUInt32LE(crc32(record), 4);
  record.copy(frame, HEADER_BYTES);
  return frame;
}

interface Waiter {
  readonly upTo: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** A journal in a file. Records that wait for the disk at the same time share one fsync. */
export class FileJournal {
  readonly #file: number;
  #end: number;
  /** How many records were appended, and how many of them are on the disk. */
  #appended = 0;
  #synced = 0;
  #syncing = false;
  #failed: Error | null = null;
  #waiters: Waiter[] = [];

  constructor(path: string) {
    this.#file = openSync(path, 'a+', 0o600);
    this.#end = fstatSync(this.#file).size;
  }

  /** Where the next record will start. */
  get end(): number {
    return this.#end;
  }

  /** Whether something appended is not on the disk yet. */
  get pending(): boolean {
    return this.#synced < this.#appended || this.#failed !== null;
  }

  append(record: Buffer): number {
    if (this.#failed) throw this.#failed;
    const frame = framed(record);
    const offset = this.#end;
    // Into the page cache at once: that is quick, and only the fsync is worth waiting for.
    try {
      for (let at = 0; at < frame.length;) at += writeSync(this.#file, frame, at);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    this.#end += frame.length;
    this.#appended += 1;
    // The disk works while the caller goes on; a caller that must know waits for `durable`.
    if (!this.#syncing) this.#sync();
    return offset;
  }

  /** Takes the newest record back, which starts at `offset`; after a power cut it may be there again. */
  retract(offset: number): void {
    try {
      ftruncateSync(this.#file, offset);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    this.#end = offset;
  }

  /** Resolves once everything appended so far survives a power cut. */
  durable(): Promise<void> {
    if (this.#failed) return Promise.reject(this.#failed);
    if (!this.pending) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#waiters.push({ upTo: this.#appended, resolve, reject });
    });
  }

  #sync(): void {
    this.#syncing = true;
    const upTo = this.#appended;
    fdatasync(this.#file, (error) => {
      this.#syncing = false;
      if (error) {
        this.#fail(error);
        return;
      }
      this.#synced = upTo;
      const waiters = this.#waiters;
      this.#waiters = [];
      for (const waiter of waiters) {
        if (waiter.upTo <= upTo) waiter.resolve();
        else this.#waiters.push(waiter);
      }
      if (this.#synced < this.#appended) this.#sync();
    });
  }

  /** After a failed write the content of the disk is unknown: later writes are refused. */
  #fail(error: Error): void {
    this.#failed = error;
    for (const waiter of this.#waiters) waiter.reject(error);
    this.#waiters = [];
  }

  read(offset: number): Buffer {
    if (this.#failed) throw this.#failed;
    const header = Buffer.allocUnsafe(HEADER_BYTES);
    readSync(this.#file, header, 0, HEADER_BYTES, offset);
    const record = Buffer.allocUnsafe(header.readUInt32LE(0));
    readSync(this.#file, record, 0, record.length, offset + HEADER_BYTES);
    if (crc32(record) !== header.readUInt32LE(4)) {
      throw new Error(`the journal is corrupt at byte ${offset}`);
    }
    return record;
  }

  /** The records from an offset on, in order; what is torn or corrupt at the end is cut off for good. */
  *replay(from: number): Generator<Kept> {
    let offset = from;
    let window = Buffer.alloc(0);
    let at = 0;
    for (;;) {
      const left = window.length - at;
      const wanted = left < HEADER_BYTES ? HEADER_BYTES : HEADER_BYTES + window.readUInt32LE(at);
      if (left < wanted) {
        const fresh = Buffer.allocUnsafe(
          Math.min(Math.max(READ_BYTES, wanted), this.#end - offset),
        );
        const read = readSync(this.#file, fresh, 0, fresh.length, offset);
        if (read < wanted || read <= left) break;
        window = fresh.subarray(0, read);
        at = 0;
        continue;
      }
      const record = window.subarray(at + HEADER_BYTES, at + wanted);
      if (record.length === 0 || crc32(record) !== window.readUInt32LE(at + 4)) break;
      yield { offset, record };
      offset += wanted;
      at += wanted;
    }
    if (offset < this.#end) {
      ftruncateSync(this.#file, offset);
      this.#end = offset;
    }
  }

  async close(): Promise<void> {
    await this.durable().finally(() => {
      // A late append must not go into whatever file gets this number next.
      this.#failed ??= new Error('the journal is closed');
      closeSync(this.#file);
    });
  }
}

/** A journal for tests that need no disk. */
export class MemoryJournal implements Journal {
  readonly #records: Buffer[] = [];
  readonly pending = false;

  get end(): number {
    return this.#records.length;
  }

  append(record: Buffer): number {
    return this.#records.push(Buffer.from(record)) - 1;
  }

  retract(offset: number): void {
    this.#records.length = offset;
  }

  read(offset: number): Buffer {
    const record = this.#records[offset];
    if (!record) throw new Error(`no record ${offset}`);
    return record;
  }

  *replay(): Generator<never> {}

  async durable(): Promise<void> {}

  async close(): Promise<void> {}
}
