import type { IdempotencyKey } from '../base/idempotency-key.ts';
import { type Session, statement } from '../db/database.ts';

/** Stored key; `answer` is null while its request runs. */
export interface ClaimedKey {
  readonly bodyHash: string;
  readonly status: number;
  readonly answer: string | null;
}

/**
 * Claims a key, including the key of an abandoned request. A key from the future was claimed while the database's clock
 * was ahead. It counts as abandoned, because its age is unknown; a request that still holds it is executed again.
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
const READ = statement(
  'idempotency-recall',
  'select body_hash as "bodyHash", status, answer from idempotency_keys where actor = $1 and key = $2',
);
const STORE = statement(
  'idempotency-keep',
  `update idempotency_keys set status = $4, answer = $5
   where actor = $1 and key = $2 and holder = $3 and answer is null`,
);
const HOLDS = statement(
  'idempotency-holds',
  `select key from idempotency_keys
   where actor = $1 and key = $2 and holder = $3 and answer is null`,
);
const RELEASE = statement(
  'idempotency-forget',
  `delete from idempotency_keys
   where actor = $1 and key = $2 and holder = $3 and answer is null`,
);

/** Claims a key for a request. Returns false if another request holds it or has answered. */
export async function claimKey(
  session: Session,
  { actor, key, holder }: IdempotencyKey,
  { bodyHash, abandonedMs }: { readonly bodyHash: string; readonly abandonedMs: number },
): Promise<boolean> {
  const params = [actor, key, holder, bodyHash, abandonedMs];
  return (await session.query(CLAIM, params)).length === 1;
}

/** True if the request still holds the key and no response is stored. */
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
  return (await session.query<ClaimedKey>(READ, [actor, key]))[0] ?? null;
}

/** Stores the response of an executed request, unless its plan has stored it already. */
export async function storeAnswer(
  session: Session,
  { actor, key, holder }: IdempotencyKey,
  { status, answer }: { readonly status: number; readonly answer: string },
): Promise<void> {
  await session.query(STORE, [actor, key, holder, status, answer]);
}

/** Releases the key of a refused request. */
export async function releaseKey(
  session: Session,
  { actor, key, holder }: IdempotencyKey,
): Promise<void> {
  await session.query(RELEASE, [actor, key, holder]);
}
