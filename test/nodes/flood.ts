import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A read request. */
interface Shot {
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** Clients that send reads in a loop; a refused one waits for its Retry-After. */
export class Flood {
  served = 0;
  /** Retryable refusals: 503 with Retry-After. */
  refused = 0;
  /** Other statuses, and connection errors. */
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
