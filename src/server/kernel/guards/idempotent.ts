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

/** How long another node's request is waited for between two looks: doubling, up to a second. */
const FIRST_LOOK_MS = 50;
const LOOK_MS_MAX = 1_000;
/** A request that holds a key longer than this has died with its node. */
const ABANDONED_MS = 60_000;

type Outcome = Promise<Result<Answer<unknown>>>;

/** A request of an actor, and what carries it out. */
interface Asked {
  readonly incoming: Incoming;
  readonly actor: string;
  /** Is told whether it comes later than it was asked, after a wait for the key. */
  readonly carryOut: (hasWaited: boolean) => Outcome;
}

/** The answer to requests that wait for one on another node, when this node closes. */
const ELSEWHERE = refuse('OVERLOADED', { retryAfterSeconds: 1 });

/**
 * Carries a write out once per key: the same key and body get the first successful answer, another
 * body is refused, and a refusal leaves the key free. A repeated request waits for the first.
 */
export class Idempotency {
  readonly #database: Database;
  /** Requests of this node that hold a key: a request that repeats one here waits for it. */
  readonly #underWay = new Map<string, Outcome>();
  #waiting = 0;
  #isClosing = false;

  constructor({ database }: Pick<Parts, 'database'>) {
    this.#database = database;
  }

  /** How many requests wait for the one that holds their key. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Stops waiting for other nodes: it may take a minute to see that one has died. */
  close(): void {
    this.#isClosing = true;
  }

  /** Carries a request out, or answers as the first request with its key was answered. */
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
    let lookMs = FIRST_LOOK_MS;
    let hasWaited = false;
    for (;;) {
      while (!(await claimKey(this.#database, held, { bodyHash, abandonedMs: ABANDONED_MS }))) {
        const known = await readClaim(this.#database, actor, key);
        if (known && known.bodyHash !== bodyHash) return refuse('IDEMPOTENCY_MISMATCH');
        if (known && known.answer !== null) {
          return ok({ status: known.status, body: JSON.parse(known.answer) as unknown });
        }
        const first = this.#underWay.get(name);
        if (this.#isClosing && !first) return ELSEWHERE;
        hasWaited = true;
        await this.#wait(first ?? sleep((lookMs = Math.min(2 * lookMs, LOOK_MS_MAX))));
      }
      const outcome = holding(this.#database, held, () => carryOut(hasWaited));
      this.#underWay.set(name, outcome);
      try {
        return await outcome;
      } catch (error) {
        // The node that took the key over carries the request out: its answer is this one's.
        if (!(error instanceof IdempotencyKeyLost)) throw error;
        hasWaited = true;
      } finally {
        if (this.#underWay.get(name) === outcome) this.#underWay.delete(name);
      }
    }
  }

  async #wait(first: Promise<unknown>): Promise<void> {
    this.#waiting += 1;
    await first.catch(() => {});
    this.#waiting -= 1;
  }
}

/** Only what was refused, or failed before it was done, frees the key. */
async function holding(database: Database, held: IdempotencyKey, carryOut: () => Outcome): Outcome {
  const result = await withIdempotencyKey(held, carryOut).catch(async (error: unknown) => {
    if (isDatabaseDown(error)) void freeLater(database, held);
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

/** Frees a key when the database is back; a request that repeats this one would wait for it. */
async function freeLater(database: Database, held: IdempotencyKey): Promise<void> {
  const until = performance.now() + ABANDONED_MS;
  while (performance.now() < until) {
    try {
      return await releaseKey(database, held);
    } catch {
      await sleep(LOOK_MS_MAX, null, { ref: false });
    }
  }
}
