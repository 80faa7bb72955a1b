import { createHash } from 'node:crypto';
import { MAX_AMOUNT } from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import { type Json, canonicalJson } from './canonical-json.ts';
import { noteChange } from '../db/changes.ts';
import { likePattern } from '../db/like-pattern.ts';
import { type Session, only, statement } from '../db/database.ts';
import { lock } from '../db/locks.ts';
import type { EntityRow } from '../entities/entity.ts';
import { LOG_LINE, type LogRow } from '../entities/log-line.ts';

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

/** What the first line is chained to. */
const START = '0'.repeat(64);
const BATCH = 1_000;

const LAST = statement('log-last', 'select seq, hash from admin_log order by seq desc limit 1');
const APPEND = statement('log-append', LOG_LINE.insert);
const LINES = `select ${LOG_LINE.select('l')} from admin_log l`;
const AFTER = statement('log-after', `${LINES} where seq > $1 order by seq limit $2`);

/** SHA-256 over the line before and this one, as hex. */
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

/** The hash of the last line, as hex; of nothing, where there is none. */
export async function readLogHead(session: Session): Promise<string> {
  const [last] = await session.query<{ hash: string }>(LAST);
  return last?.hash ?? START;
}

/** A text as the database keeps it, in UTF-8: what is hashed is what stands there. */
const stored = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

/**
 * Adds a line inside the caller's transaction, so that an act and its line are written together, and the
 * owner's screens are told of both. Answers its hash.
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

/** Which lines. */
export interface LogFilter {
  /** Part of call, actor, reason or what came of it. */
  readonly search: string | null;
  /** Part of method and path. */
  readonly call: string | null;
  /** From this instant on, and before that one. */
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

/** Lines before one, newest first. */
export async function logPage(
  session: Session,
  filter: LogFilter,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<LogRow[]> {
  const params = [...matching(filter), before ?? MAX_AMOUNT, limit];
  return (await session.query<EntityRow>(PAGE, params)).map(LOG_LINE.read);
}

/** How many lines a filter leaves. */
export async function countLog(session: Session, filter: LogFilter): Promise<number> {
  return only(await session.query<{ count: number }>(COUNT, matching(filter))).count;
}

/** How the chain of hashes stands. */
export interface LogCheck {
  /** The first line that does not follow from the one before it; null where the chain is whole. */
  readonly firstBroken: bigint | null;
  /**
   * Lines whose reason came with half a character in it, which the database kept as U+FFFD while the hash
   * was made of what came. Their hash proves all the rest: they were not changed later.
   */
  readonly garbled: readonly bigint[];
}

/** Follows the chain of hashes from its start to the first line that breaks it. */
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
/** What the database puts where half a character stood. */
const REPLACEMENT = '\ufffd';

/** Whether one of the halves of characters, put back into the reason, gives the hash that stands there. */
function wasGarbled(previous: string, row: LogRow): boolean {
  const [before, after, ...more] = row.reason?.split(REPLACEMENT) ?? [];
  if (before === undefined || after === undefined || more.length > 0) return false;
  for (let half = FIRST_HALF; half <= LAST_HALF; half += 1) {
    const reason = before + String.fromCharCode(half) + after;
    if (row.hash === hashOf(previous, { ...row, reason })) return true;
  }
  return false;
}
