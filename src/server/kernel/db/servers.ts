import pg from 'pg';
import { serversOf } from './database-address.ts';

/** For a server to answer; another may be asked then. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Of several servers this one takes no writes: another does, or none for the moment. */
class NotWritable extends Error {
  /** PostgreSQL's own code for "cannot connect now". */
  readonly code = '57P03';
}

/**
 * The servers of one database, of which one takes writes. Which that is changes when it dies: a server
 * that cannot be reached, or only reads, hands on to the next one.
 */
export class Servers {
  readonly #addresses: readonly string[];
  #at = 0;

  /** @param address as in DATABASE_URL, of one server or of several */
  constructor(address: string) {
    this.#addresses = serversOf(address);
  }

  get count(): number {
    return this.#addresses.length;
  }

  /** The one to be asked now. */
  get current(): string {
    return this.#addresses[this.#at] ?? '';
  }

  /** Hands on to the next server, unless another one is asked by now. */
  giveUp(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.count;
  }
}

/** What connects to whichever of the servers takes writes, as pg's own client does to one. */
export function clientFor(servers: Servers): typeof pg.Client {
  return class extends pg.Client {
    readonly #address: string;

    constructor(config?: pg.ClientConfig) {
      const address = servers.current;
      super({
        ...config,
        connectionString: address,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      });
      this.#address = address;
      // The caller gets the error of a broken connection; without a listener it would end the process.
      this.on('error', () => {});
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (err: Error) => void): void;
    override connect(callback?: (err: Error) => void): Promise<pg.Client> | void {
      return callback ? void this.#connectedFor(callback) : this.#connected();
    }

    /** As the pool asks. */
    async #connectedFor(callback: (err: Error) => void): Promise<void> {
      let failure: Error | null = null;
      try {
        await this.#connected();
      } catch (error) {
        failure = error as Error;
      }
      callback(failure as Error);
    }

    async #connected(): Promise<pg.Client> {
      try {
        await super.connect();
        if (servers.count > 1) await this.#refuseReader();
        return this;
      } catch (error) {
        servers.giveUp(this.#address);
        throw error;
      }
    }

    async #refuseReader(): Promise<void> {
      const { rows } = await this.query<{ transaction_read_only: string }>(
        'show transaction_read_only',
      );
      if (rows[0]?.transaction_read_only === 'off') return;
      await this.end();
      throw new NotWritable('the server takes no writes');
    }
  };
}
