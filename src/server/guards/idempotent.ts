import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Result, ok, refuse } from '#domain/result';
import type { Parts } from '../parts.ts';
import { claimKey, forgetKey, keepAnswer, recall } from '../store/idempotency.ts';
import type { Answer, Incoming } from '../http/route.ts';

const POLL_MS = 50;
/** A request that holds a key longer than this has died with its node. */
const ABANDONED_MS = 60_000;

/**
 * Carries a write out once per key: the same key and body get the first successful answer, another
 * body is refused, and a refusal leaves the key free. Who repeats while the first runs waits for it.
 */
export async function idempotent(
  { database }: Pick<Parts, 'database'>,
  { headers, method, path, query, body }: Incoming,
  actor: string,
  carryOut: () => Promise<Result<Answer<unknown>>>,
): Promise<Result<Answer<unknown>>> {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '' || method === 'GET') return carryOut();
  if (key.length > 200) return refuse('MALFORMED', { issues: ['Idempotency-Key: too long'] });
  const bodyHash = createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(query ?? {})}\n${body ?? ''}`)
    .digest('hex');
  while (!(await claimKey(database, actor, key, bodyHash, ABANDONED_MS))) {
    const known = await recall(database, actor, key);
    if (known && known.bodyHash !== bodyHash) return refuse('IDEMPOTENCY_MISMATCH');
    if (known && known.answer !== null) {
      return ok({ status: known.status, body: JSON.parse(known.answer) as unknown });
    }
    await sleep(POLL_MS);
  }
  try {
    const result = await carryOut();
    if (!result.ok) await forgetKey(database, actor, key);
    else
      await keepAnswer(
        database,
        actor,
        key,
        result.value.status,
        JSON.stringify(result.value.body),
      );
    return result;
  } catch (error) {
    await forgetKey(database, actor, key);
    throw error;
  }
}
