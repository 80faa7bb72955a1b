import {
  PASS_EVERY_MS,
  type PassSpan,
  emptyListSlot,
  isWithinWeek,
  passRange,
  passSpan,
} from '#domain/payments/reconcile-pass';
import type { PayToken } from '#domain/base/money';
import { type Instant, MINUTE_MS } from '#domain/base/time';
import { prefetch } from '../kernel/base/prefetch.ts';
import { type Choose, type Listed, listedStatus } from '../kernel/chain/signatures.ts';
import type { Parts } from '../kernel/parts.ts';
import { parkedAmong } from '../payments/parked-queries.ts';
import { unprocessedAmong } from '../payments/processed-transactions.ts';
import {
  type WatchCursor,
  noteReconciled,
  noteUnlisted,
  readCursors,
} from '../payments/watch-cursors.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { readBalanceChecks } from './balance-check-queries.ts';
import { type CoveredSlots, balanceComparison } from './compare-balances.ts';
import type { Job } from '../kernel/jobs/job.ts';
import {
  type ProcessingParts,
  parkTransaction,
  processTransaction,
  readChainProgress,
  unreadable,
} from './process-transaction.ts';
import { tokenOf } from './record-movements.ts';
import { earlierTreasuryError } from './retry-parked.ts';

/**
 * The reconcile pass. Every ten minutes it lists the treasury's transactions of the last hour at every
 * provider, once a day those of the last week. It processes each transaction that is not processed yet, for
 * whatever reason: a late or incomplete index, another order within a slot, a truncated list, downtime.
 * Afterwards it compares the treasury's balances with its movements.
 */
export function reconcileTreasury(parts: ProcessingParts & Pick<Parts, 'fence'>): Job {
  const { database } = parts;
  const compareBalances = balanceComparison(parts);
  let passedAt: Instant | null = null;
  let trouble: string | null = null;
  return {
    name: 'reconcile-treasury',
    everyMs: MINUTE_MS,
    where: 'leader',
    trouble: () => trouble,
    async run() {
      const { now } = await readHead(database);
      if (passedAt !== null && Math.abs(now - passedAt) < PASS_EVERY_MS) return;
      const covered = await passOverAll(parts, now);
      trouble = covered ? null : 'no provider lists what has reached the treasury';
      if (!covered) return;
      await compareBalances(covered);
      passedAt = now;
    },
  };
}

/** Passes over all addresses, each regardless of the others. Returns null if one cannot be listed now. */
async function passOverAll(parts: ProcessingParts, now: Instant): Promise<CoveredSlots | null> {
  const { database, chain } = parts;
  const reached = await chain.slot('finalized');
  if (reached.kind !== 'fact') return null;
  const checks = await readBalanceChecks(database);
  const covered: Partial<Record<PayToken, number>> = {};
  let isListed = true;
  for (const cursor of await readCursors(database)) {
    const token = tokenOf(parts, cursor.address);
    const span = passSpan(cursor.weekReconciledAt, now);
    const agreed = checks.find((check) => check.token === token && check.since === null);
    const pass = { span, now, reachedSlot: reached.value, agreedSlot: agreed?.slot ?? null };
    if (token === null && !isEarlierDue(cursor, pass)) continue;
    const slot = await passOver(parts, cursor, pass);
    if (slot === null) isListed = false;
    else if (token !== null) covered[token] = slot;
  }
  return isListed ? covered : null;
}

interface Pass {
  readonly span: PassSpan;
  readonly now: Instant;
  readonly reachedSlot: number;
  /** Slot of the newest balance check if the account's balance agreed with its movements; null otherwise. */
  readonly agreedSlot: number | null;
}

/**
 * True if an earlier treasury's address is still due: in the daily pass for a week, and while part of its
 * history is unlisted.
 */
function isEarlierDue({ unlisted, slot: cursorSlot }: WatchCursor, { span, reachedSlot }: Pass) {
  return unlisted !== null || (span === 'week' && isWithinWeek({ cursorSlot, reachedSlot }));
}

/**
 * Passes over one address: processes every listed transaction up to the cursor that is neither processed nor
 * parked. Returns the slot below which all listed transactions have been processed; null if the address
 * cannot be listed now.
 */
async function passOver(
  parts: ProcessingParts,
  cursor: WatchCursor,
  { span, now, reachedSlot, agreedSlot }: Pass,
): Promise<number | null> {
  const { database, chain } = parts;
  const { address, slot: cursorSlot, startedSlot, reconciledSlot } = cursor;
  const range = passRange(span, { cursorSlot, startedSlot, reconciledSlot, reachedSlot });
  const choose: Choose = async (page) => {
    const passed = page.filter(({ slot }) => slot <= cursorSlot);
    return unparked(parts, await unprocessedAmong(database, address, passed));
  };
  const listed = await chain.signaturesOfEach(
    { address, commitment: 'finalized', ...range },
    choose,
  );
  if (listed.kind !== 'fact') return null;
  const { signatures, newestSlot, oldestSlot } = listed.value;
  await takeMissed(parts, address, signatures.toReversed());
  // Transactions above the cursor are left to the walk.
  const isCaughtUp = newestSlot === null || newestSlot <= cursorSlot;
  const covered = isCaughtUp ? Math.max(reachedSlot, cursorSlot) : cursorSlot;
  const emptySlot =
    newestSlot === null ? emptyListSlot({ ...range, agreedSlot, reachedSlot }) : null;
  const provenSlot = listed.value.isComplete ? covered : emptySlot;
  if (provenSlot !== null) {
    await noteReconciled(database, address, { slot: provenSlot, at: now, isWeek: span === 'week' });
  } else {
    await noteUnlisted(database, address, { untilSlot: oldestSlot ?? reachedSlot, at: now });
  }
  return covered;
}

async function unparked(
  { database }: Pick<Parts, 'database'>,
  listed: readonly Listed[],
): Promise<Listed[]> {
  const parked = await parkedAmong(
    database,
    listed.map(({ signature }) => signature),
  );
  return listed.filter(({ signature }) => !parked.has(signature));
}

/** Processes transactions that the walk has missed, oldest first. Parks those that cannot be read. */
async function takeMissed(
  parts: ProcessingParts,
  address: string,
  missed: readonly Listed[],
): Promise<void> {
  const reached = missed.length > 0 ? await readChainProgress(parts) : null;
  const read = (one: Listed) => parts.chain.facts(one.signature, listedStatus(one));
  for (const [{ signature }, asked] of prefetch(missed, read)) {
    const facts = await asked;
    const error =
      facts.kind === 'fact' ? await earlierTreasuryError(parts, facts.value) : unreadable(facts);
    if (error !== null) await parkTransaction(parts, signature, error);
    else if (facts.kind === 'fact') {
      await processTransaction(parts, facts.value, { address, reached });
    }
  }
}
