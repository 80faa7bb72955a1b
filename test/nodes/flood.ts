import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A read to ask for. */
interface Shot {
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** Who is told to come again does not wait as long as asked, but does not hammer either. */
const AGAIN_MS = 20;

/** So many people who each ask, and ask again when they are answered, until they are told to stop. */
export class Flood {
  served = 0;
  /** Told to come again: 503 with Retry-After. */
  refused = 0;
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
    const { status, hasRetryAfter } = await new Promise<{ status: number; hasRetryAfter: boolean }>(
      (done) => {
        const asked = request(new URL(path, address), { agent: this.#agent, headers }, (answer) => {
          const hasRetryAfter = answer.headers['retry-after'] !== undefined;
          answer
            .resume()
            .once('end', () => done({ status: answer.statusCode ?? 0, hasRetryAfter }));
        });
        asked.once('error', () => done({ status: 0, hasRetryAfter: false }));
        asked.end();
      },
    );
    if (status === 200) this.served += 1;
    else if (status === 503 && hasRetryAfter) {
      this.refused += 1;
      await sleep(AGAIN_MS);
    } else this.others.push(String(status));
  }
}
