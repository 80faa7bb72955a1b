import { type Instant, iso } from '#domain/base/time';
import { type Session, arrayOf, only, statement } from '../kernel/db/database.ts';

/** Transaction that could not be processed, and is retried separately. */
export interface ParkedTransaction {
  readonly signature: string;
  /** Number of consecutive failures, and the error of the last one. */
  readonly failures: number;
  readonly error: string | null;
  readonly retryAt: Instant;
}

export interface ListedParked extends ParkedTransaction {
  readonly since: Instant;
}

const PARK = statement(
  'transaction-park',
  `insert into parked_transactions as t (signature, since, failures, error, retry_at)
   values ($1, $2, $3, $4, $5)
   on conflict (signature) do update set failures = excluded.failures, error = excluded.error,
     retry_at = excluded.retry_at where t.failures < excluded.failures`,
);
/**
 * Selects due retries. A retry is at most an hour ahead, so a time two hours ahead was set under clock skew,
 * and is due too.
 */
const DUE = statement(
  'transactions-parked-due',
  `select signature, failures, error, retry_at as "retryAt" from parked_transactions
   where retry_at <= $1 or retry_at > $1::timestamptz + interval '2 hours' order by retry_at, signature limit $2`,
);
const UNPARK = statement(
  'transaction-unpark',
  'delete from parked_transactions where signature = $1',
);
const LISTED = statement(
  'transactions-parked',
  `select signature, failures, error, since, retry_at as "retryAt" from parked_transactions
   union all
   select a.signature, a.failures, a.error, a.block_time, a.decide_at from arrivals a
   where a.failures > 0
   order by since, signature limit $1`,
);

/** Parks a transaction, or updates its failures and retry time, so that it does not block others. */
export async function park(
  session: Session,
  { signature, failures, error, retryAt }: ParkedTransaction,
  now: Instant,
): Promise<void> {
  await session.query(PARK, [signature, iso(now), failures, error, iso(retryAt)]);
}

/** Returns the transactions whose retry is due, the longest due first. */
export async function parkedDue(
  session: Session,
  now: Instant,
  limit: number,
): Promise<ParkedTransaction[]> {
  return session.query(DUE, [iso(now), limit]);
}

export async function unpark(session: Session, signature: string): Promise<void> {
  await session.query(UNPARK, [signature]);
}

/** Returns transactions and arrivals that could not be processed, oldest first. */
export async function listParked(session: Session, limit: number): Promise<ListedParked[]> {
  return session.query(LISTED, [limit]);
}

const TAKEN = statement(
  'transaction-taken',
  `select count(*)::integer as count from payments y where y.signature = $1`,
);

export async function countTaken(session: Session, signature: string): Promise<number> {
  return only(await session.query<{ count: number }>(TAKEN, [signature])).count;
}

const AMONG = statement(
  'transactions-parked-among',
  `select signature from parked_transactions
   where signature = any(array(select unnest($1::text::text[])))`,
);

/** Returns those of the signatures whose transactions are parked. */
export async function parkedAmong(
  session: Session,
  signatures: readonly string[],
): Promise<ReadonlySet<string>> {
  if (signatures.length === 0) return new Set();
  const rows = await session.query<{ signature: string }>(AMONG, [arrayOf(signatures)]);
  return new Set(rows.map(({ signature }) => signature));
}
