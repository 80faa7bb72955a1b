import { createHash } from 'node:crypto';
import { MAX_AMOUNT } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import { type Json, canonicalJson } from './canonical-json.ts';
import { noteChange } from '../db/note-change.ts';
import { likePattern } from '../lists/like-pattern.ts';
import { type Session, only, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';
import type { EntityRow } from '../entities/entity.ts';
import { LOG_LINE, type LogRow } from '../entities/log-line.ts';

/** Act of the owner. */
export interface LogEntry {
  readonly at: Instant;
  readonly actor: string;
  /** Method and path. */
  readonly call: string;
  readonly reason: string | null;
  readonly before: Json;
  readonly after: Json;
}

/** Previous hash of the first line. */
const START = '0'.repeat(64);
const BATCH = 1_000;

const LAST = statement('log-last', 'select seq, hash from admin_log order by seq desc limit 1');
const APPEND = statement('log-append', LOG_LINE.insert);
const LINES = `select ${LOG_LINE.select('l')} from admin_log l`;
const AFTER = statement('log-after', `${LINES} where seq > $1 order by seq limit $2`);

/** Returns the SHA-256 over the previous line's hash and this line, as hex. */
function hashOf(previous: string, line: Omit<LogRow, 'hash'>): string {
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

/** Returns the hash of the last line, as hex; the start value if the log is empty. */
export async function readLogHead(session: Session): Promise<string> {
  const [last] = await session.query<{ hash: string }>(LAST);
  return last?.hash ?? START;
}

/** Returns a text as the database stores it, in UTF-8, so that the hash matches the stored text. */
const stored = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

/**
 * Appends a line inside the caller's transaction, so that an act and its line are committed together.
 * Notifies the owner's screens. Returns the line's hash.
 */
export async function appendLog(transaction: Session, entry: LogEntry): Promise<string> {
  await lock(transaction, 'log');
  const [last] = await transaction.query<{ seq: bigint; hash: string }>(LAST);
  const { at, actor, call, reason } = entry;
  const line = {
    at,
    actor: stored(actor),
    call: stored(call),
    reason: reason && stored(reason),
    seq: (last?.seq ?? 0n) + 1n,
    before: canonicalJson(entry.before),
    after: canonicalJson(entry.after),
  };
  const hash = hashOf(last?.hash ?? START, line);
  await transaction.query(APPEND, LOG_LINE.values({ ...line, hash }));
  noteChange(transaction, { topics: ['admin'] });
  return hash;
}

/** Filter of log lines. */
export interface LogFilter {
  /** Text that occurs in the call, actor, reason or result. */
  readonly search: string | null;
  /** Text that occurs in method and path. */
  readonly call: string | null;
  /** Inclusive start; `to` is exclusive. */
  readonly from: Instant | null;
  readonly to: Instant | null;
}

const MATCHES = `($1::text is null or call ilike $1 or actor ilike $1 or reason ilike $1 or after ilike $1)
  and ($2::text is null or call ilike $2)
  and ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at < $4)`;
const PAGE = statement(
  'log-page',
  `${LINES} where ${MATCHES} and seq < $5::bigint order by seq desc limit $6`,
);
const COUNT = statement(
  'log-count',
  `select count(*)::integer as count from admin_log where ${MATCHES}`,
);

const matching = ({ search, call, from, to }: LogFilter) => [
  likePattern(search),
  likePattern(call),
  from && iso(from),
  to && iso(to),
];

/** Returns a page of lines before a line, newest first. */
export async function logPage(
  session: Session,
  filter: LogFilter,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<LogRow[]> {
  const params = [...matching(filter), before ?? MAX_AMOUNT, limit];
  return (await session.query<EntityRow>(PAGE, params)).map(LOG_LINE.read);
}

/** Returns the number of lines that match a filter. */
export async function countLog(session: Session, filter: LogFilter): Promise<number> {
  return only(await session.query<{ count: number }>(COUNT, matching(filter))).count;
}

/** Result of checking the hash chain. */
export interface LogCheck {
  /** First line that does not follow from the previous one; null if the chain is unbroken. */
  readonly firstBroken: bigint | null;
  /**
   * Lines whose reason arrived with a lone surrogate, which the database stored as U+FFFD after the hash was
   * made. Their hash proves that the rest of the line was not changed.
   */
  readonly garbled: readonly bigint[];
}

/** Verifies the hash chain from its start up to the first broken line. */
export async function checkLog(session: Session): Promise<LogCheck> {
  const garbled: bigint[] = [];
  let seq = 0n;
  let hash = START;
  for (;;) {
    const rows = (await session.query<EntityRow>(AFTER, [seq, BATCH])).map(LOG_LINE.read);
    for (const row of rows) {
      const isNext = row.seq === seq + 1n;
      const isOwn = isNext && row.hash === hashOf(hash, row);
      if (!isOwn && !(isNext && wasGarbled(hash, row))) return { firstBroken: seq + 1n, garbled };
      if (!isOwn) garbled.push(row.seq);
      ({ seq, hash } = row);
    }
    if (rows.length < BATCH) return { firstBroken: null, garbled };
  }
}

const [FIRST_HALF, LAST_HALF] = [0xd800, 0xdfff];
/** Character that the database stores in place of a lone surrogate. */
const REPLACEMENT = '\ufffd';

/** True if a lone surrogate, put back into the reason, yields the stored hash. */
function wasGarbled(previous: string, row: LogRow): boolean {
  const [before, after, ...more] = row.reason?.split(REPLACEMENT) ?? [];
  if (before === undefined || after === undefined || more.length > 0) return false;
  for (let half = FIRST_HALF; half <= LAST_HALF; half += 1) {
    const reason = before + String.fromCharCode(half) + after;
    if (row.hash === hashOf(previous, { ...row, reason })) return true;
  }
  return false;
}
