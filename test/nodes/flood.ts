import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A read to ask for. */
interface Shot {
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** So many people who each ask, and ask again when they are answered or as late as they are told to, until they are stopped. */
export class Flood {
  served = 0;
  /** Told to come again: 503 with Retry-After. */
  refused = 0;
  /** Other statuses, and why connections failed. */
  readonly others: string[] = [];
  readonly #agent: Agent;
  readonly #lanes: Promise<void>[];
  #isOver = false;

  constructor(
    address: string,
    { connections, next }: { readonly connections: number; readonly next: () => Shot },
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#lanes = Array.from({ length: connections }, async () => {
      while (!this.#isOver) await this.#ask(address, next());
    });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
    this.#agent.destroy();
  }

  async #ask(address: string, { path, headers }: Shot): Promise<void> {
    const { status, later } = await new Promise<{ status: string; later?: string }>((done) => {
      const asked = request(new URL(path, address), { agent: this.#agent, headers }, (answer) => {
        const later = answer.headers['retry-after'];
        const status = String(answer.statusCode);
        answer
          .resume()
          .once('end', () => done({ status, ...(later === undefined ? {} : { later }) }));
      });
      asked.once('error', ({ code, message }: NodeJS.ErrnoException) =>
        done({ status: code ?? message }),
      );
      asked.end();
    });
    if (status === '200') this.served += 1;
    else if (status === '503' && later !== undefined) {
      this.refused += 1;
      await sleep(Number(later) * 1_000);
    } else this.others.push(status);
  }
}
