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

/** Record header: length and checksum, 32 bits each. */
const HEADER_BYTES = 8;
const READ_BYTES = 4 * 1_024 * 1_024;

/** Record with its offset. */
export interface JournalEntry {
  readonly offset: number;
  readonly record: Buffer;
}

/** Append-only list of records, addressed by offset. */
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

/** Journal in a file. Concurrent appends share one fsync. */
export class FileJournal {
  readonly #file: number;
  #end: number;
  /** Number of records appended, and fsynced. */
  #appended = 0;
  #synced = 0;
  #syncing = false;
  #failed: Error | null = null;
  #waiters: Waiter[] = [];

  constructor(path: string) {
    this.#file = openSync(path, 'a+', 0o600);
    this.#end = fstatSync(this.#file).size;
  }

  /** Offset of the next record. */
  get end(): number {
    return this.#end;
  }

  /** True if appended records are not fsynced yet. */
  get pending(): boolean {
    return this.#synced < this.#appended || this.#failed !== null;
  }

  append(record: Buffer): number {
    if (this.#failed) throw this.#failed;
    const frame = framed(record);
    const offset = this.#end;
    // Synchronous write into the page cache, which is fast; the slow part is the fsync.
    try {
      for (let at = 0; at < frame.length;) at += writeSync(this.#file, frame, at);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    this.#end += frame.length;
    this.#appended += 1;
    // Starts the fsync in the background; callers that need it await `durable`.
    if (!this.#syncing) this.#sync();
    return offset;
  }

  /** Removes the newest record, which starts at `offset`. It may reappear after a power cut. */
  retract(offset: number): void {
    try {
      ftruncateSync(this.#file, offset);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    this.#end = offset;
  }

  /** Resolves once all appended records survive a power cut. */
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

  /** Refuses later writes, because the disk content is unknown after a failed one. */
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

  /** Yields the records from an offset on. Truncates a torn or corrupt tail. */
  *replay(from: number): Generator<JournalEntry> {
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
      // Fails late appends, because the file descriptor may be reused.
      this.#failed ??= new Error('the journal is closed');
      closeSync(this.#file);
    });
  }
}

/** In-memory journal for tests. */
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
