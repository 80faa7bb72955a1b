import pg from 'pg';
import { serversOf } from './database-address.ts';

/** Time after which the next server is tried. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Thrown if a server is read-only. */
class NotWritable extends Error {
  /** SQLSTATE cannot_connect_now. */
  readonly code = '57P03';
}

/**
 * Servers of a replicated database, one of which is the primary. Fails over to the next server if the current one is
 * unreachable or read-only.
 */
export class Servers {
  readonly #addresses: readonly string[];
  #at = 0;

  /** @param address value of DATABASE_URL, with one server or several */
  constructor(address: string) {
    this.#addresses = serversOf(address);
  }

  get count(): number {
    return this.#addresses.length;
  }

  /** Address of the server in use. */
  get current(): string {
    return this.#addresses[this.#at] ?? '';
  }

  /** Switches to the next server, unless another caller has switched already. */
  giveUp(address: string): void {
    if (address === this.current) this.#at = (this.#at + 1) % this.count;
  }
}

/** Returns a subclass of pg's client that connects to the current server. */
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
      // Queries report the error of a lost connection; without a listener it would end the process.
      this.on('error', () => {});
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (err: Error) => void): void;
    override connect(callback?: (err: Error) => void): Promise<pg.Client> | void {
      return callback ? void this.#connectedFor(callback) : this.#connected();
    }

    /** Callback variant, which pg's pool calls. */
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
