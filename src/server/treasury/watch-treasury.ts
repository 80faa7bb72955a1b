import type { ChainProgress } from '#domain/payments/arrival';
import type { ParsedTransaction } from '#domain/payments/deposit';
import { errorText } from '#domain/base/backoff';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import { prefetch } from '../kernel/base/prefetch.ts';
import type { Answer } from '../kernel/rpc/answer.ts';
import { type Choose, type Listed, listedStatus } from '../kernel/chain/signatures.ts';
import { unprocessedAmong } from '../payments/processed-transactions.ts';
import { moveCursor, readCursor } from '../payments/watch-cursors.ts';
import { beginMovements, beginWatching, resumeWatching, readReturn } from './begin-watching.ts';
import type { Job } from '../kernel/jobs/job.ts';
import { type WalkResult, pollSchedule } from './poll-schedule.ts';
import {
  type ProcessingParts,
  parkTransaction,
  processTransaction,
  readChainProgress,
  unreadable,
} from './process-transaction.ts';
import { type QuotedRound, takeQuotedPayments } from './take-quoted-payments.ts';
import { alertOnce } from '../kernel/jobs/alert-once.ts';

/** Failed reads after which a transaction is parked: a minute of runs. */
const FAILURES_MAX = 30;
/** Queue length above which payments that name a quote are looked up first. */
const QUEUE_MAX = 100;
/** Pages of a listing between look-ups of quoted payments. */
const QUOTED_EVERY_PAGES = 20;
/**
 * Time without a listing after which the job fails, which alerts the owner; a slow provider responds sooner.
 */
const SILENT_MS_MAX = 5 * MINUTE_MS;

/** State of the walk between runs. */
interface Memory {
  /** Number of failed reads of each transaction, by signature. */
  readonly failures: Map<string, number>;
  /** Progress of the look-up of quoted payments. */
  quoted: QuotedRound;
  /** Time of the first of the consecutive runs in which an address could not be listed; null after a listed run. */
  silentSince: number | null;
}

/**
 * The cursor walk: processes everything that reaches the treasury and its USDC account, oldest first, at
 * finalized commitment. Each payment is settled once, by the first node that sees it; the cursor only saves
 * work. Transactions missing from a list when the cursor passes are left to the reconcile pass.
 * @param monotonicMs a clock that never jumps, which spaces the polls
 */
export function watchTreasury(
  given: ProcessingParts,
  monotonicMs = (): number => performance.now(),
): Job {
  const parts = { ...given, alert: alertOnce(given.alert) };
  const quoted = { after: '', seen: new Set<string>() };
  const memory: Memory = { failures: new Map(), quoted, silentSince: null };
  const { isDue, ended } = pollSchedule(parts, monotonicMs);
  return {
    name: 'watch-treasury',
    everyMs: 2 * SECOND_MS,
    where: 'leader',
    isDue,
    async run() {
      const { treasury, treasuryTokenAccount } = parts.chain.till;
      const walks: WalkResult[] = [];
      for (const address of [treasury, treasuryTokenAccount]) {
        walks.push(await walk(parts, address, memory));
      }
      ended({
        isComplete: walks.every(({ isComplete }) => isComplete),
        hasFound: walks.some(({ hasFound }) => hasFound),
      });
      requireListed(walks, memory);
    },
  };
}

const UNLISTED: WalkResult = { isComplete: false, hasFound: false };

/** Throws after an address could not be listed for minutes, because payments are not credited meanwhile. */
function requireListed(walks: readonly WalkResult[], memory: Memory): void {
  const now = performance.now();
  memory.silentSince = walks.includes(UNLISTED) ? (memory.silentSince ?? now) : null;
  if (memory.silentSince !== null && now - memory.silentSince > SILENT_MS_MAX) {
    throw new Error('no provider says what has reached the treasury');
  }
}

/** Lists an address from its newest transaction back to the cursor, and processes what is new. */
async function walk(parts: ProcessingParts, address: string, memory: Memory): Promise<WalkResult> {
  const { database, chain } = parts;
  const cursor = await readCursor(database, address);
  if (!cursor) {
    await beginWatching(parts, address);
    return UNLISTED;
  }
  const { signature, slot, startedSlot } = cursor;
  const returned = await readReturn(parts, address);
  let pages = 0;
  let newest = null as Listed | null;
  const choose: Choose = async (page) => {
    pages += 1;
    newest ??= page[0] ?? null;
    if (pages % QUOTED_EVERY_PAGES === 0) await lookUpQuoted(parts, memory);
    return unprocessedAmong(database, address, page);
  };
  const sinceSlot = Math.max(slot, startedSlot);
  const since = await chain.signaturesSince(
    { address, commitment: 'finalized', sinceSlot, seenSlot: slot },
    choose,
  );
  if (since.kind !== 'fact') return UNLISTED;
  const found = since.value.signatures.toReversed();
  if (signature !== null && found.length === 0) await beginMovements(parts, address, signature);
  const isComplete = await processAll(parts, found, { address, memory });
  // A server killed before this line leaves the cursor behind transactions that are already processed.
  if (isComplete && newest) await moveCursor(database, address, newest);
  if (isComplete && returned) await resumeWatching(parts, address, returned);
  return { isComplete, hasFound: found.length > 0 };
}

async function lookUpQuoted(parts: ProcessingParts, memory: Memory): Promise<void> {
  memory.quoted = { ...memory.quoted, after: await takeQuotedPayments(parts, memory.quoted) };
}

/**
 * Processes new transactions of an address, oldest first. Returns false if it ends early because a
 * transaction cannot be read now. The cursor passes a slot before the next slot's transactions; `walk` moves
 * it past the last slot.
 */
async function processAll(
  parts: ProcessingParts,
  found: readonly Listed[],
  { address, memory }: { readonly address: string; readonly memory: Memory },
): Promise<boolean> {
  const { database, chain } = parts;
  const reached = found.length > 0 ? await readChainProgress(parts) : null;
  const read = (listed: Listed) => chain.facts(listed.signature, listedStatus(listed));
  let done = 0;
  for (const [listed, facts] of prefetch(found, read)) {
    if (found.length - done > QUEUE_MAX && done % QUEUE_MAX === 0) {
      await lookUpQuoted(parts, memory);
    }
    const { signature, slot } = listed;
    if (!(await processOrPark(parts, { address, signature, facts: await facts, reached }, memory)))
      return false;
    done += 1;
    const next = found[done];
    if (next && next.slot !== slot) await moveCursor(database, address, listed);
  }
  return true;
}

interface Turn {
  readonly address: string;
  readonly signature: string;
  readonly facts: Answer<ParsedTransaction>;
  readonly reached: ChainProgress | null;
}

/**
 * Processes one transaction. Returns false if it cannot be read now; the next run continues with it, as after
 * a failure of the database. A transaction that repeatedly fails like this is parked and retried separately
 * from the walk.
 */
async function processOrPark(
  parts: ProcessingParts,
  { address, signature, facts, reached }: Turn,
  { failures }: Memory,
): Promise<boolean> {
  const failed = (failures.get(signature) ?? 0) + 1;
  failures.set(signature, failed);
  if (facts.kind === 'fact' && facts.value.commitment !== 'processed') {
    try {
      await processTransaction(parts, facts.value, { address, reached });
    } catch (err) {
      if (failed < FAILURES_MAX) throw err;
      await parkTransaction(parts, signature, errorText(err));
      parts.alert('a transaction is put aside: the database fails on it', { signature, err });
    }
  } else {
    if (failed < FAILURES_MAX && !isPermanent(facts)) return false;
    const error = facts.kind === 'fact' ? 'it is not final' : unreadable(facts);
    await parkTransaction(parts, signature, error);
    parts.alert('a transaction is put aside: it cannot be read', { signature });
  }
  failures.delete(signature);
  return true;
}

const PERMANENT: ReadonlySet<string> = new Set(['malformed', 'too-large', 'unsupported']);

/** True if the cause of an unreadable transaction is the transaction itself, not the provider. */
const isPermanent = (facts: Answer<unknown>): boolean =>
  facts.kind === 'unknown' && PERMANENT.has(facts.reason);
