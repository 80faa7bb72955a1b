import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

type Done = (error?: Error | null) => void;

/** Socket for the pg driver that passes the wire protocol to the embedded engine in this process. */
export class EngineSocket extends Duplex {
  readonly #engine: Pick<PGlite, 'execProtocolRawStream'>;

  constructor(engine: Pick<PGlite, 'execProtocolRawStream'>) {
    super();
    this.#engine = engine;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  /** No-op: there is no TCP connection. */
  setNoDelay(): this {
    return this;
  }

  override _read(): void {
    // Data is pushed by `_write`.
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    // Copied, because the bytes are the engine's memory, which it reuses.
    const onRawData = (bytes: Uint8Array): void => void this.push(Buffer.from(bytes));
    void this.#run(chunk, onRawData, done);
  }

  async #run(chunk: Buffer, onRawData: (bytes: Uint8Array) => void, done: Done): Promise<void> {
    try {
      await this.#engine.execProtocolRawStream(chunk, { onRawData });
    } catch (error) {
      return done(error as Error);
    }
    // The engine blocks the event loop, so requests run between two statements.
    setImmediate(done);
  }

  /** Writes all messages of a statement in one call. */
  override _writev(chunks: { readonly chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }
}
