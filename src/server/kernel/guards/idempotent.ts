import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Answer, Incoming } from '../base/route.ts';
import { isDatabaseDown } from '../base/unavailable.ts';
import type { Parts } from '../parts.ts';
import {
  type IdempotencyKey,
  IdempotencyKeyLost,
  withIdempotencyKey,
} from '../base/idempotency-key.ts';
import type { Database } from '../db/database.ts';
import { claimKey, releaseKey, storeAnswer, readClaim } from '../write/idempotency.ts';

/** Polling interval while a request of another node holds the key: doubles up to a second. */
const FIRST_POLL_MS = 50;
const POLL_MS_MAX = 1_000;
/** Age after which the request that holds a key counts as abandoned, because its node died. */
const ABANDONED_MS = 60_000;

type Outcome = Promise<Result<Answer<unknown>>>;

/** Request of an actor with its handler. */
interface Asked {
  readonly incoming: Incoming;
  readonly actor: string;
  /** Handler. `hasWaited` is true if the request had to wait for the key. */
  readonly carryOut: (hasWaited: boolean) => Outcome;
}

/** Refusal of requests that wait for another node's request when this node shuts down. */
const CLOSING = refuse('OVERLOADED', { retryAfterSeconds: 1 });

/**
 * Executes a write once per Idempotency-Key. A repetition waits for the first request and gets its successful
 * response. Another body under the same key is refused. A refusal releases the key.
 */
export class Idempotency {
  readonly #database: Database;
  /** Running requests of this node that hold a key, for repetitions to wait for. */
  readonly #inFlight = new Map<string, Outcome>();
  #waiting = 0;
  #isClosing = false;

  constructor({ database }: Pick<Parts, 'database'>) {
    this.#database = database;
  }

  /** Number of requests that wait for the holder of their key. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Stops waiting for other nodes, which could take a minute, before shutdown. */
  close(): void {
    this.#isClosing = true;
  }

  /** Executes a request, or returns the response of the first request with its key. */
  async once({ incoming, actor, carryOut }: Asked): Outcome {
    const { headers, method, path, query, body } = incoming;
    const key = headers['idempotency-key'];
    if (typeof key !== 'string' || key === '' || method === 'GET') return carryOut(false);
    if (key.length > 200) return refuse('MALFORMED', { issues: ['Idempotency-Key: too long'] });
    const bodyHash = createHash('sha256')
      .update(`${method} ${path}\n${JSON.stringify(query ?? {})}\n${body ?? ''}`)
      .digest('hex');
    const held = { actor, key, holder: randomUUID() };
    const name = JSON.stringify([actor, key]);
    let pollMs = FIRST_POLL_MS;
    let hasWaited = false;
    for (;;) {
      while (!(await claimKey(this.#database, held, { bodyHash, abandonedMs: ABANDONED_MS }))) {
        const known = await readClaim(this.#database, actor, key);
        if (known && known.bodyHash !== bodyHash) return refuse('IDEMPOTENCY_MISMATCH');
        if (known && known.answer !== null) {
          return ok({ status: known.status, body: JSON.parse(known.answer) as unknown });
        }
        const first = this.#inFlight.get(name);
        if (this.#isClosing && !first) return CLOSING;
        hasWaited = true;
        await this.#wait(first ?? sleep((pollMs = Math.min(2 * pollMs, POLL_MS_MAX))));
      }
      const outcome = executeUnderKey(this.#database, held, () => carryOut(hasWaited));
      this.#inFlight.set(name, outcome);
      try {
        return await outcome;
      } catch (error) {
        // The node that took the key over executes the request; its response is returned here.
        if (!(error instanceof IdempotencyKeyLost)) throw error;
        hasWaited = true;
      } finally {
        if (this.#inFlight.get(name) === outcome) this.#inFlight.delete(name);
      }
    }
  }

  async #wait(first: Promise<unknown>): Promise<void> {
    this.#waiting += 1;
    await first.catch(() => {});
    this.#waiting -= 1;
  }
}

/** Executes a request under its key. Stores a success; releases the key after a refusal or failure. */
async function executeUnderKey(
  database: Database,
  held: IdempotencyKey,
  carryOut: () => Outcome,
): Outcome {
  const result = await withIdempotencyKey(held, carryOut).catch(async (error: unknown) => {
    if (isDatabaseDown(error)) void releaseLater(database, held);
    else await releaseKey(database, held);
    throw error;
  });
  if (!result.ok) await releaseKey(database, held);
  else {
    const { status, body } = result.value;
    await storeAnswer(database, held, { status, answer: JSON.stringify(body) });
  }
  return result;
}

/** Releases a key after the database is back, so that a repetition does not wait until the key is abandoned. */
async function releaseLater(database: Database, held: IdempotencyKey): Promise<void> {
  const until = performance.now() + ABANDONED_MS;
  while (performance.now() < until) {
    try {
      return await releaseKey(database, held);
    } catch {
      await sleep(POLL_MS_MAX, null, { ref: false });
    }
  }
}
