import { errorText, tryAgainAt } from '#domain/base/back-off';
import type { TransactionFacts } from '#domain/bonds/deposit';
import { SECOND_MS } from '#domain/base/time';
import type { Answer } from '../chain/answer.ts';
import type { Listed, Walk } from '../chain/signatures.ts';
import type { Parts } from '../parts.ts';
import { readHead } from '../store/terms/head.ts';
import { park } from '../store/bonds/parked.ts';
import { moveCursor, readCursor, startCursor } from '../store/bonds/watch-cursors.ts';
import { askedAhead } from './asked-ahead.ts';
import { dealWith } from './deal-with.ts';
import type { Job } from './job.ts';
import { beginMovements, tokenOf } from './record-movements.ts';
import { unreadable } from './retry-parked.ts';
import { takeQuoted } from './take-quoted.ts';
import { toldOnce } from './told-once.ts';
import { type WatchRun, watchTurns } from './watch-turns.ts';
import { type TakingParts, confirmedSlotOf } from './take-transaction.ts';

type WatchingParts = TakingParts & Pick<Parts, 'nonces' | 'alert'>;

/** A minute's worth of tries. */
const FAILURES_MAX = 30;
/** With more than this before them, payments that name a quote are looked up. */
const QUEUE_MAX = 100;

/** What a watcher remembers from one run to the next. */
interface Memory {
  readonly walks: Map<string, Walk>;
  readonly failures: Map<string, number>;
  /** What this run has dealt with: one transaction may name both addresses. */
  readonly taken: Set<string>;
  /** The reference after which quoted payments are looked up. */
  quotedAfter: string;
}

/**
 * Follows everything that reaches the treasury and its USDC account, in order and without gaps, at
 * finalized commitment. Each payment is dealt with once, whoever is first; the cursor only saves work.
 */
export function watchTreasury(given: WatchingParts): Job {
  const parts = { ...given, alert: toldOnce(given.alert) };
  const memory: Memory = {
    walks: new Map(),
    failures: new Map(),
    taken: new Set(),
    quotedAfter: '',
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
      const runs: WatchRun[] = [];
      for (const address of [treasury, treasuryTokenAccount]) {
        runs.push(await follow(parts, address, memory));
      }
      ended({
        isComplete: runs.every(({ isComplete }) => isComplete),
        hasFound: runs.some(({ hasFound }) => hasFound),
      });
    },
  };
}

/** What a watcher that was away for too long says, and the way out. */
const GAP =
  'the providers have forgotten what reached the treasury since the watcher last looked: ' +
  'name one with full history as the second in SOLANA_RPC_URL';

const UNLISTED: WatchRun = { isComplete: false, hasFound: false };

async function follow(parts: WatchingParts, address: string, memory: Memory): Promise<WatchRun> {
  const { database, chain } = parts;
  const cursor = await readCursor(database, address);
  if (!cursor) {
    await begin(parts, address);
    return UNLISTED;
  }
  const since = await chain.signaturesSince({
    address,
    cursor: cursor.signature === null ? null : { ...cursor, signature: cursor.signature },
    emptyUntilSlot: cursor.slot,
    commitment: 'finalized',
    walk: memory.walks.get(address) ?? null,
  });
  if (since.kind !== 'fact') {
    if (since.reason === 'pruned') parts.alert(GAP, { address, sinceSlot: cursor.slot });
    return UNLISTED;
  }
  const { signatures, walk } = since.value;
  if (walk) memory.walks.set(address, walk);
  else memory.walks.delete(address);
  if (cursor.signature !== null && signatures.length === 0) {
    await beginMovements(parts, address, cursor.signature);
  }
  if (walk) memory.quotedAfter = await takeQuoted(parts, memory.quotedAfter);
  const isTaken = await takeAll(parts, address, signatures, memory);
  return { isComplete: isTaken && walk === null, hasFound: signatures.length > 0 };
}

/** Deals with what is new of an address, in order; false where it ends early: something cannot be read now. */
async function takeAll(
  parts: WatchingParts,
  address: string,
  signatures: readonly Listed[],
  memory: Memory,
): Promise<boolean> {
  const { database, chain } = parts;
  const confirmedSlot = signatures.length > 0 ? await confirmedSlotOf(parts) : null;
  const read = ({ signature }: Listed) => chain.facts(signature);
  let done = 0;
  for (const [listed, asked] of askedAhead(signatures, read)) {
    if (signatures.length - done > QUEUE_MAX && done % QUEUE_MAX === 0) {
      memory.quotedAfter = await takeQuoted(parts, memory.quotedAfter);
    }
    if (!(await takeOrPark(parts, listed.signature, asked, { address, confirmedSlot, memory })))
      return false;
    await moveCursor(database, address, listed);
    done += 1;
  }
  return true;
}

/** Watching begins with the newest transaction there is: nothing up to it counts. */
async function begin({ database, chain }: WatchingParts, address: string): Promise<void> {
  const reached = await chain.slot('finalized');
  const newest = await chain.newestSignature(address, 'finalized');
  if (reached.kind !== 'fact' || newest.kind === 'unknown') return;
  const { signature, slot } =
    newest.kind === 'fact' ? newest.value : { signature: null, slot: newest.slot };
  const startedSlot = Math.max(reached.value, slot);
  await startCursor(database, address, { signature, slot, startedSlot });
}

interface Taking {
  readonly address: string;
  readonly confirmedSlot: number | null;
  readonly memory: Memory;
}

/**
 * Deals with one transaction; false where it cannot be read now, and the next run goes on from here.
 * One that cannot be read again and again, or of which a payment fails, is put aside and tried apart.
 */
async function takeOrPark(
  parts: WatchingParts,
  signature: string,
  asked: Promise<Answer<TransactionFacts>>,
  { address, confirmedSlot, memory }: Taking,
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
      await dealWith(parts, facts.value, { takesPayments, tokens, confirmedSlot });
    } else {
      const failed = (failures.get(signature) ?? 0) + 1;
      failures.set(signature, failed);
      if (failed < FAILURES_MAX && !isItsOwn(facts)) return false;
      await putAside(facts.kind === 'fact' ? 'it is not final' : unreadable(facts));
      alert('a transaction is put aside: it cannot be read', { signature });
    }
  } catch (err) {
    await putAside(errorText(err));
    alert('a payment could not be dealt with', { signature, err });
  }
  failures.delete(signature);
  return true;
}

const ITS_OWN: ReadonlySet<string> = new Set(['malformed', 'too-large', 'unsupported']);

/** Whether that a transaction cannot be read lies with it, and not with who was asked. */
const isItsOwn = (facts: Answer<unknown>): boolean =>
  facts.kind === 'unknown' && ITS_OWN.has(facts.reason);
