import { errorText, tryAgainAt } from '#domain/base/back-off';
import type { Reached } from '#domain/bonds/arrival';
import type { TransactionFacts } from '#domain/bonds/deposit';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';
import type { Answer } from '../chain/answer.ts';
import { type GapEnd, type Listed, type Walk, listedStatus } from '../chain/signatures.ts';
import type { Parts } from '../parts.ts';
import { readHead } from '../store/terms/head.ts';
import { park } from '../store/bonds/parked.ts';
import {
  type ReadCursor,
  knowUntil,
  moveCursor,
  readCursor,
} from '../store/bonds/watch-cursors.ts';
import { openGap } from '../store/bonds/watch-gaps.ts';
import { askedAhead } from '../base/asked-ahead.ts';
import { beginWatching, comeBack } from './begin-watching.ts';
import { type Candidate, QUIET_MAX, quietOf, takeQuiet } from './take-quiet-transactions.ts';
import { type TakingParts, processTransaction, reachedBy } from './take-transaction.ts';
import type { Job } from './job.ts';
import { missedBeside, noteDealtWith } from './missed-beside.ts';
import { beginMovements, tokenOf } from './record-movements.ts';
import { unreadable } from './retry-parked.ts';
import { type QuotedRound, takeQuoted } from './take-quoted.ts';
import { tellOnce } from './tell-once.ts';
import { type WatchRun, watchTurns } from './watch-turns.ts';

type WatchingParts = TakingParts & Pick<Parts, 'nonces' | 'alert'>;

/** A minute's worth of tries. */
const FAILURES_MAX = 30;
/** With more than this before them, payments that name a quote are looked up. */
const QUEUE_MAX = 100;
/** Minutes: a node that a list comes from may be behind the one that said how far the chain is. */
const LAG_SLOTS = 1_500;
/** So long without an answer is no slow node: the owner is told, see the job's alert. */
const SILENT_MS_MAX = 5 * MINUTE_MS;
/** Hours: no node that is any use lags so far behind what another one has said. */
const AHEAD_SLOTS = 20_000;

/** What a watcher remembers from one run to the next. */
interface Memory {
  readonly walks: Map<string, Walk>;
  readonly failures: Map<string, number>;
  /** What this run has dealt with: one transaction may name both addresses. */
  readonly taken: Set<string>;
  /** Transactions of a cursor's slot that were looked at, each after its address. */
  readonly beside: Set<string>;
  /** Where the look-up of quoted payments stands. */
  quoted: QuotedRound;
  /** The first of the runs, up to the last, in which an address could not be listed. */
  silentSince: number | null;
}

/**
 * Follows everything that reaches the treasury and its USDC account, in order and without gaps, at
 * finalized commitment. Each payment is settled once, by the first node that sees it; the cursor only saves work.
 */
export function watchTreasury(given: WatchingParts): Job {
  const parts = { ...given, alert: tellOnce(given.alert) };
  const memory: Memory = {
    walks: new Map(),
    failures: new Map(),
    taken: new Set(),
    beside: new Set(),
    quoted: { after: '', seen: new Set() },
    silentSince: null,
  };
  const { isDue, ended } = watchTurns(parts);
  return {
    name: 'watch-treasury',
    everyMs: 2 * SECOND_MS,
    where: 'leader',
    isDue,
    async run() {
      const { treasury, treasuryTokenAccount } = parts.chain.till;
      memory.taken.clear();
      const reached = await parts.chain.slot('finalized');
      const reachedSlot = reached.kind === 'fact' ? reached.value : 0;
      const runs: WatchRun[] = [];
      for (const address of [treasury, treasuryTokenAccount]) {
        runs.push(await follow(parts, address, { memory, reachedSlot }));
      }
      ended({
        isComplete: runs.every(({ isComplete }) => isComplete),
        hasFound: runs.some(({ hasFound }) => hasFound),
      });
      requireListed(runs, memory);
    },
  };
}

const UNLISTED: WatchRun = { isComplete: false, hasFound: false };

/** Throws once an address could not be listed for minutes: what is paid meanwhile is not credited. */
function requireListed(runs: readonly WatchRun[], memory: Memory): void {
  const now = performance.now();
  memory.silentSince = runs.includes(UNLISTED) ? (memory.silentSince ?? now) : null;
  if (memory.silentSince !== null && now - memory.silentSince > SILENT_MS_MAX) {
    throw new Error('no provider says what has reached the treasury');
  }
}

/** What one run goes by. */
interface Looking {
  readonly memory: Memory;
  /** The slot that the chain had finalized when the run began; 0 where it does not say. */
  readonly reachedSlot: number;
}

async function follow(parts: WatchingParts, address: string, looking: Looking): Promise<WatchRun> {
  const { database, chain } = parts;
  const { memory, reachedSlot } = looking;
  const stored = await readCursor(database, address);
  if (!stored) {
    await beginWatching(parts, address);
    return UNLISTED;
  }
  const reachable = reachedSlot > 0 ? reachedSlot + AHEAD_SLOTS : null;
  // A provider once said so, of a slot that the chain has not come to.
  const isAhead = reachable !== null && stored.knownSlot > reachable;
  const cursor = isAhead ? { ...stored, knownSlot: stored.slot } : stored;
  const { signature, slot, knownSlot } = cursor;
  const since = await chain.signaturesSince({
    address,
    cursor: signature === null ? null : { signature, slot },
    knownSlot,
    reachedSlot,
    commitment: 'finalized',
    walk: memory.walks.get(address) ?? null,
  });
  if (since.kind !== 'fact') return UNLISTED;
  const { walk, gapUntil } = since.value;
  const inSlot = { cursor, listed: since.value.beside, seen: memory.beside };
  const beside = await missedBeside(parts, address, inSlot);
  const signatures = [...beside, ...since.value.signatures];
  if (walk) memory.walks.set(address, walk);
  else memory.walks.delete(address);
  if (gapUntil) await keepGap(parts, address, { cursor, until: gapUntil });
  if (signature !== null && signatures.length === 0) {
    await beginMovements(parts, address, signature);
  }
  if (walk) await lookUpQuoted(parts, memory);
  const isTaken = await takeAll(parts, signatures, { address, cursor, memory });
  if (isTaken) noteDealtWith(address, signatures, memory.beside);
  const isComplete = isTaken && walk === null;
  const known = gapUntil && signatures.length === 0 ? gapUntil.slot : reachedSlot - LAG_SLOTS;
  if (isComplete) await knowUntil(database, address, { slot: known, reachable });
  if (isComplete && reachedSlot > 0) await comeBack(parts, address, reachedSlot);
  return { isComplete, hasFound: signatures.length > 0 };
}

async function lookUpQuoted(parts: WatchingParts, memory: Memory): Promise<void> {
  memory.quoted = { ...memory.quoted, after: await takeQuoted(parts, memory.quoted) };
}

/** What a watcher that was away for too long says, and the way out. */
const GAP =
  'the providers have forgotten what reached the treasury since the watcher last looked: ' +
  'name one with full history as the second in SOLANA_RPC_URL';

/** What no provider has any more is written down, and looked for again; what came later goes on. */
async function keepGap(
  { database, alert }: WatchingParts,
  address: string,
  { cursor, until }: { readonly cursor: ReadCursor; readonly until: GapEnd },
): Promise<void> {
  const { now: foundAt } = await readHead(database);
  const { signature, knownSlot } = cursor;
  await openGap(database, { address, since: { signature, slot: knownSlot }, until, foundAt });
  alert(GAP, { address, sinceSlot: knownSlot });
}

interface Taking {
  readonly address: string;
  readonly cursor: ReadCursor;
  readonly memory: Memory;
}

/**
 * Deals with what is new of an address, in order; false where it ends early: something cannot be read
 * now. Quiet transactions wait for the next that is not, and are then written down together.
 */
async function takeAll(
  parts: WatchingParts,
  signatures: readonly Listed[],
  { address, cursor, memory }: Taking,
): Promise<boolean> {
  const { database, chain } = parts;
  const reached = signatures.length > 0 ? await reachedBy(parts) : null;
  const token = tokenOf(parts, address);
  const read = (listed: Listed) => chain.facts(listed.signature, listedStatus(listed));
  let at = cursor.signature;
  let quiet: Candidate[] = [];
  let done = 0;
  const takeOne = async (
    listed: Listed,
    asked: Promise<Answer<TransactionFacts>>,
  ): Promise<boolean> => {
    const turn = { address, reached, memory };
    if (!(await takeOrPark(parts, { signature: listed.signature, asked }, turn))) return false;
    await moveCursor(database, address, listed);
    at = listed.signature;
    return true;
  };
  const flush = async (): Promise<boolean> => {
    const candidates = quiet;
    quiet = [];
    try {
      const stands = await takeQuiet(parts, candidates, { address, token, at, takeOne });
      if (stands) ({ at } = stands);
      return stands !== null;
    } catch {
      // One of them cannot be written: each by itself, it is put aside.
      for (const { listed, asked } of candidates) {
        if (!(await takeOne(listed, asked))) return false;
      }
      return true;
    }
  };
  for (const [listed, asked] of askedAhead(signatures, read)) {
    if (signatures.length - done > QUEUE_MAX && done % QUEUE_MAX === 0) {
      await lookUpQuoted(parts, memory);
    }
    done += 1;
    const candidate = await quietOf(parts, token, { listed, asked });
    if (candidate) quiet.push(candidate);
    if ((!candidate || quiet.length >= QUIET_MAX) && !(await flush())) return false;
    if (!candidate && !(await takeOne(listed, asked))) return false;
  }
  return flush();
}

interface Turn {
  readonly address: string;
  readonly reached: Reached | null;
  readonly memory: Memory;
}

/**
 * Deals with one transaction; false where it cannot be read now, and the next run goes on from here.
 * One that cannot be read again and again, or of which a payment fails, is put aside and tried apart.
 */
async function takeOrPark(
  parts: WatchingParts,
  {
    signature,
    asked,
  }: { readonly signature: string; readonly asked: Promise<Answer<TransactionFacts>> },
  { address, reached, memory }: Turn,
): Promise<boolean> {
  const { database, alert } = parts;
  const putAside = async (error: string): Promise<void> => {
    const { now } = await readHead(database);
    await park(database, { signature, failures: 1, error, retryAt: tryAgainAt(1, now) }, now);
  };
  const { failures, taken } = memory;
  const takesPayments = !taken.has(signature);
  try {
    const facts = await asked;
    if (facts.kind === 'fact' && facts.value.commitment !== 'processed') {
      taken.add(signature);
      const tokens = [tokenOf(parts, address)];
      await processTransaction(parts, facts.value, { takesPayments, tokens, reached });
    } else {
      const failed = (failures.get(signature) ?? 0) + 1;
      failures.set(signature, failed);
      if (failed < FAILURES_MAX && !isItsOwn(facts)) return false;
      await putAside(facts.kind === 'fact' ? 'it is not final' : unreadable(facts));
      alert('a transaction is put aside: it cannot be read', { signature });
    }
  } catch (err) {
    await putAside(errorText(err));
    alert('a payment could not be processed and is put aside', { signature, err });
  }
  failures.delete(signature);
  return true;
}

const ITS_OWN: ReadonlySet<string> = new Set(['malformed', 'too-large', 'unsupported']);

/** Whether that a transaction cannot be read lies with it, and not with who was asked. */
const isItsOwn = (facts: Answer<unknown>): boolean =>
  facts.kind === 'unknown' && ITS_OWN.has(facts.reason);
