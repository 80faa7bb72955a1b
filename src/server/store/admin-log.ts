import { createHash } from 'node:crypto';
import { type Instant, iso } from '#domain/time';
import { type Json, canonicalJson } from './canonical-json.ts';
import { containing } from './containing.ts';
import { type Session, statement } from './database.ts';

/** One act of the owner. */
export interface LogEntry {
  readonly at: Instant;
  readonly actor: string;
  /** Method and path. */
  readonly call: string;
  readonly reason: string | null;
  readonly before: Json;
  readonly after: Json;
}

interface Row {
  readonly seq: bigint;
  readonly at: Instant;
  readonly actor: string;
  readonly call: string;
  readonly reason: string | null;
  readonly before: string;
  readonly after: string;
  readonly hash: string;
}

/** What the first line is chained to. */
const START = '0'.repeat(64);
const LOCK = 5_173_002;
const BATCH = 1_000;

const LAST = statement('log-last', 'select seq, hash from admin_log order by seq desc limit 1');
const APPEND = statement(
  'log-append',
  `insert into admin_log (seq, at, actor, call, reason, before, after, hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const AFTER = statement(
  'log-after',
  'select * from admin_log where seq > $1 order by seq limit $2',
);

/** SHA-256 over the line before and this one, as hex. */
function hashOf(previous: string, line: Omit<Row, 'hash'>): string {
  const { seq, at, actor, call, reason, before, after } = line;
  const text = canonicalJson({
    seq: seq.toString(),
    at: iso(at),
    actor,
    call,
    reason,
    before,
    after,
  });
  return createHash('sha256').update(previous).update('\n').update(text).digest('hex');
}

/** Adds a line inside the caller's transaction, so that an act and its line are written together. Answers its hash. */
export async function appendLog(transaction: Session, entry: LogEntry): Promise<string> {
  await transaction.exec(`select pg_advisory_xact_lock(${LOCK})`);
  const [last] = await transaction.query<{ seq: bigint; hash: string }>(LAST);
  const line = {
    ...entry,
    seq: (last?.seq ?? 0n) + 1n,
    before: canonicalJson(entry.before),
    after: canonicalJson(entry.after),
  };
  const hash = hashOf(last?.hash ?? START, line);
  const { seq, at, actor, call, reason, before, after } = line;
  await transaction.query(APPEND, [seq, iso(at), actor, call, reason, before, after, hash]);
  return hash;
}

const PAGE = statement(
  'log-page',
  `select * from admin_log where ($1::bigint is null or seq < $1)
     and ($2::text is null or call ilike $2 or actor ilike $2 or reason ilike $2 or after ilike $2)
   order by seq desc limit $3`,
);

/** Lines before one, newest first; those that hold a text in call, reason or what came of it. */
export async function logPage(
  session: Session,
  before: bigint | null,
  search: string | null,
  limit: number,
): Promise<Row[]> {
  return session.query<Row>(PAGE, [before, containing(search), limit]);
}

/** The number of the first line that does not follow from the one before it; null where the chain is whole. */
export async function firstBrokenLine(session: Session): Promise<bigint | null> {
  let seq = 0n;
  let hash = START;
  for (;;) {
    const rows = await session.query<Row>(AFTER, [seq, BATCH]);
    for (const row of rows) {
      if (row.seq !== seq + 1n || row.hash !== hashOf(hash, row)) return seq + 1n;
      ({ seq, hash } = row);
    }
    if (rows.length < BATCH) return null;
  }
}
