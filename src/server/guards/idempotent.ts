import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Answer, Incoming } from '../base/route.ts';
import { isAway } from '../base/unavailable.ts';
import type { Parts } from '../parts.ts';
import { type HeldKey, KeyLost, holdingKey } from '../base/held-key.ts';
import type { Database } from '../store/db/database.ts';
import { claimKey, forgetKey, keepAnswer, recall } from '../store/write/idempotency.ts';

/** How long another node's request is waited for between two looks: doubling, up to a second. */
const FIRST_LOOK_MS = 50;
const LOOK_MS_MAX = 1_000;
/** A request that holds a key longer than this has died with its node. */
const ABANDONED_MS = 60_000;

type Outcome = Promise<Result<Answer<unknown>>>;

/** Carries a request of an actor out, or answers as the first request with its key was answered. */
export type Idempotent = (incoming: Incoming, actor: string, carryOut: () => Outcome) => Outcome;

/**
 * Carries a write out once per key: the same key and body get the first successful answer, another
 * body is refused, and a refusal leaves the key free. A repeated request waits for the first.
 */
export function idempotency({ database }: Pick<Parts, 'database'>): Idempotent {
  /** Requests of this node that hold a key: a request that repeats one here waits for it. */
  const underWay = new Map<string, Outcome>();
  return (incoming, actor, carryOut) => once(database, underWay, { incoming, actor, carryOut });
}

interface Asked {
  readonly incoming: Incoming;
  readonly actor: string;
  readonly carryOut: () => Outcome;
}

async function once(
  database: Database,
  underWay: Map<string, Outcome>,
  { incoming: { headers, method, path, query, body }, actor, carryOut }: Asked,
): Outcome {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '' || method === 'GET') return carryOut();
  if (key.length > 200) return refuse('MALFORMED', { issues: ['Idempotency-Key: too long'] });
  const bodyHash = createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(query ?? {})}\n${body ?? ''}`)
    .digest('hex');
  const held = { actor, key, holder: randomUUID() };
  const name = JSON.stringify([actor, key]);
  let lookMs = FIRST_LOOK_MS;
  for (;;) {
    while (!(await claimKey(database, held, { bodyHash, abandonedMs: ABANDONED_MS }))) {
      const known = await recall(database, actor, key);
      if (known && known.bodyHash !== bodyHash) return refuse('IDEMPOTENCY_MISMATCH');
      if (known && known.answer !== null) {
        return ok({ status: known.status, body: JSON.parse(known.answer) as unknown });
      }
      const first = underWay.get(name);
      if (first) await first.catch(() => {});
      else await sleep((lookMs = Math.min(2 * lookMs, LOOK_MS_MAX)));
    }
    const outcome = holding(database, held, carryOut);
    underWay.set(name, outcome);
    try {
      return await outcome;
    } catch (error) {
      // The node that took the key over carries the request out: its answer is this one's.
      if (!(error instanceof KeyLost)) throw error;
    } finally {
      if (underWay.get(name) === outcome) underWay.delete(name);
    }
  }
}

/** Only what was refused, or failed before it was done, frees the key. */
async function holding(database: Database, held: HeldKey, carryOut: () => Outcome): Outcome {
  const result = await holdingKey(held, carryOut).catch(async (error: unknown) => {
    if (isAway(error)) void freeLater(database, held);
    else await forgetKey(database, held);
    throw error;
  });
  if (!result.ok) await forgetKey(database, held);
  else {
    const { status, body } = result.value;
    await keepAnswer(database, held, { status, answer: JSON.stringify(body) });
  }
  return result;
}

/** Frees a key when the database is back; a request that repeats this one would wait for it. */
async function freeLater(database: Database, held: HeldKey): Promise<void> {
  const until = performance.now() + ABANDONED_MS;
  while (performance.now() < until) {
    try {
      return await forgetKey(database, held);
    } catch {
      await sleep(LOOK_MS_MAX, null, { ref: false });
    }
  }
}
