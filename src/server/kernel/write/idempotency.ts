import type { IdempotencyKey } from '../base/idempotency-key.ts';
import { type Session, statement } from '../db/database.ts';

/** What is known under a key; the answer is null while the request that holds it is under way. */
export interface ClaimedKey {
  readonly bodyHash: string;
  readonly status: number;
  readonly answer: string | null;
}

/**
 * Takes the key, also from a request that was abandoned half-way. A key from the future was taken while the database's
 * clock was ahead: nothing tells when it is abandoned, and a request that still holds it is carried out again.
 */
const CLAIM = statement(
  'idempotency-claim',
  `insert into idempotency_keys as k (actor, key, holder, body_hash, status, answer, created_at)
   values ($1, $2, $3, $4, 0, null, db_now())
   on conflict (actor, key) do update
     set created_at = db_now(), holder = excluded.holder
     where k.answer is null and k.body_hash = excluded.body_hash
       and (k.created_at < db_now() - $5 * interval '1 millisecond'
         or k.created_at > db_now() + interval '1 minute')
   returning key`,
);
const RECALL = statement(
  'idempotency-recall',
  'select body_hash as "bodyHash", status, answer from idempotency_keys where actor = $1 and key = $2',
);
const KEEP = statement(
  'idempotency-keep',
  `update idempotency_keys set status = $4, answer = $5
   where actor = $1 and key = $2 and holder = $3 and answer is null`,
);
const HOLDS = statement(
  'idempotency-holds',
  `select key from idempotency_keys
   where actor = $1 and key = $2 and holder = $3 and answer is null`,
);
const FORGET = statement(
  'idempotency-forget',
  `delete from idempotency_keys
   where actor = $1 and key = $2 and holder = $3 and answer is null`,
);

/** Takes a key for a request; false where it is taken. */
export async function claimKey(
  session: Session,
  { actor, key, holder }: IdempotencyKey,
  { bodyHash, abandonedMs }: { readonly bodyHash: string; readonly abandonedMs: number },
): Promise<boolean> {
  const params = [actor, key, holder, bodyHash, abandonedMs];
  return (await session.query(CLAIM, params)).length === 1;
}

/** Whether the key is still this request's, and unanswered. */
export async function holdsKey(
  session: Session,
  { actor, key, holder }: IdempotencyKey,
): Promise<boolean> {
  return (await session.query(HOLDS, [actor, key, holder])).length === 1;
}

export async function readClaim(
  session: Session,
  actor: string,
  key: string,
): Promise<ClaimedKey | null> {
  return (await session.query<ClaimedKey>(RECALL, [actor, key]))[0] ?? null;
}

/** Keeps the answer of a request that was carried out, if its plan has not kept it already. */
export async function storeAnswer(
  session: Session,
  { actor, key, holder }: IdempotencyKey,
  { status, answer }: { readonly status: number; readonly answer: string },
): Promise<void> {
  await session.query(KEEP, [actor, key, holder, status, answer]);
}

/** Frees the key of a request that was refused. */
export async function releaseKey(
  session: Session,
  { actor, key, holder }: IdempotencyKey,
): Promise<void> {
  await session.query(FORGET, [actor, key, holder]);
}
