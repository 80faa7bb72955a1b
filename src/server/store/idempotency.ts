import { type Instant, iso } from '#domain/time';
import { type Session, statement } from './database.ts';

/** The answer that was given under a key, and the hash of the body it was given for. */
export interface RememberedAnswer {
  readonly bodyHash: string;
  readonly status: number;
  readonly answer: string;
}

interface Row {
  readonly body_hash: string;
  readonly status: number;
  readonly answer: string;
}

const RECALL = statement(
  'idempotency-recall',
  'select body_hash, status, answer from idempotency_keys where actor = $1 and key = $2',
);
const REMEMBER = statement(
  'idempotency-remember',
  `insert into idempotency_keys (actor, key, body_hash, status, answer, created_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning key`,
);

/** What was answered to this actor under this key; null where nothing was. */
export async function recall(
  session: Session,
  actor: string,
  key: string,
): Promise<RememberedAnswer | null> {
  const [row] = await session.query<Row>(RECALL, [actor, key]);
  return row ? { bodyHash: row.body_hash, status: row.status, answer: row.answer } : null;
}

/** Keeps an answer under a key; false where the key has one already. */
export async function remember(
  session: Session,
  actor: string,
  key: string,
  { bodyHash, status, answer }: RememberedAnswer,
  now: Instant,
): Promise<boolean> {
  const rows = await session.query(REMEMBER, [actor, key, bodyHash, status, answer, iso(now)]);
  return rows.length === 1;
}
