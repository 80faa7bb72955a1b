import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

type Done = (error?: Error | null) => void;

/** What the driver takes for a socket to a server, and is the embedded engine in this very process. */
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

  /** There is no network. */
  setNoDelay(): this {
    return this;
  }

  override _read(): void {
    // The engine answers when it is asked.
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    // Its bytes are the engine's own memory: they are copied before it goes on.
    const onRawData = (bytes: Uint8Array): void => void this.push(Buffer.from(bytes));
    void this.#run(chunk, onRawData, done);
  }

  async #run(chunk: Buffer, onRawData: (bytes: Uint8Array) => void, done: Done): Promise<void> {
    try {
      await this.#engine.execProtocolRawStream(chunk, { onRawData });
    } catch (error) {
      return done(error as Error);
    }
    // The engine runs on the thread that answers requests: they have their turn between two statements.
    setImmediate(done);
  }

  /** All messages of one statement at once. */
  override _writev(chunks: { readonly chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }
}
