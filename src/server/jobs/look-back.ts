import { errorText, tryAgainAt } from '#domain/base/back-off';
import type { PayToken } from '#domain/base/money';
import { type Instant, MINUTE_MS } from '#domain/base/time';
import { SCANNED_SLOTS, isScanDue } from '#domain/bonds/watch-turn';
import { type Listed, type Walk, listedStatus } from '../chain/signatures.ts';
import type { Parts } from '../parts.ts';
import { park } from '../store/bonds/parked.ts';
import { type ReadCursor, noteScan, readCursor } from '../store/bonds/watch-cursors.ts';
import { type WatchGap, closeGap, openGaps } from '../store/bonds/watch-gaps.ts';
import { readHead } from '../store/terms/head.ts';
import { openingSlotOf } from '../store/treasury/movements.ts';
import { forgetQuiet, knownAmong, noteQuiet } from '../store/treasury/quiet-transactions.ts';
import { askedAhead } from '../base/asked-ahead.ts';
import { type TakingParts, processTransaction, reachedBy } from './take-transaction.ts';
import type { Job } from './job.ts';
import { tokenOf } from './record-movements.ts';
import { leftOfEarlier, unreadable } from './retry-parked.ts';

type LookingParts = TakingParts & Pick<Parts, 'nonces'>;

/** A provider with a longer history, or a node of it, turns up by itself; asking costs little. */
const GAP_TRIED_MS = 10 * MINUTE_MS;

/**
 * Finds what the watcher could not see when it passed: goes over the last days of the treasury's
 * addresses once a day, by every provider's list, and looks for what lies in gaps.
 */
export function lookBack(parts: LookingParts): Job {
  const walks = new Map<string, Walk>();
  let triedAt: Instant | null = null;
  return {
    name: 'look-back',
    everyMs: MINUTE_MS,
    where: 'leader',
    async run() {
      const { database, chain } = parts;
      const { now } = await readHead(database);
      if (triedAt === null || Math.abs(now - triedAt) >= GAP_TRIED_MS) {
        triedAt = now;
        for (const gap of await openGaps(database)) await lookInto(parts, gap, { walks, now });
      }
      for (const address of [chain.till.treasury, chain.till.treasuryTokenAccount]) {
        const cursor = await readCursor(database, address);
        if (cursor && isScanDue(cursor.scannedAt, now)) {
          await goOver(parts, address, { cursor, now });
        }
      }
    },
  };
}

interface Scanning {
  readonly cursor: ReadCursor;
  readonly now: Instant;
}

/** Deals with what any provider lists of the last days and the watcher has not seen. */
async function goOver(
  parts: LookingParts,
  address: string,
  { cursor, now }: Scanning,
): Promise<void> {
  const { database, chain } = parts;
  const token = tokenOf(parts, address);
  // What came before movements were written down, or before this was the treasury, is told by what the
  // account held then.
  const openingSlot = await openingSlotOf(database, token);
  if (openingSlot === null) return;
  const sinceSlot = Math.max(openingSlot, cursor.startedSlot, cursor.slot - SCANNED_SLOTS);
  const isThrough = await chain.scan({ address, sinceSlot, untilSlot: cursor.slot }, (page) =>
    takeMissed(parts, token, page),
  );
  if (!isThrough) return;
  await noteScan(database, address, now);
  await forgetQuiet(database, token, sinceSlot);
}

/** Deals with those of an account's transactions that nothing is known of, oldest first. */
async function takeMissed(
  parts: LookingParts,
  token: PayToken,
  listed: readonly Listed[],
): Promise<void> {
  const { database, chain } = parts;
  const known = await knownAmong(database, token, listed);
  const missed = listed.filter(({ signature }) => !known.has(signature)).toReversed();
  if (missed.length === 0) return;
  const reached = await reachedBy(parts);
  const openingSlot = (await openingSlotOf(database, token)) ?? 0;
  const read = (one: Listed) => chain.facts(one.signature, listedStatus(one));
  const dealtWith: Listed[] = [];
  for (const [each, asked] of askedAhead(missed, read)) {
    try {
      const facts = await asked;
      if (facts.kind !== 'fact') throw new Error(unreadable(facts));
      const earlier = await leftOfEarlier(parts, facts.value);
      if (earlier !== null) throw new Error(earlier);
      const tokens = each.slot > openingSlot ? [token] : [];
      await processTransaction(parts, facts.value, { takesPayments: true, tokens, reached });
      dealtWith.push(each);
    } catch (error) {
      const { now } = await readHead(database);
      const again = { failures: 1, error: errorText(error), retryAt: tryAgainAt(1, now) };
      await park(database, { signature: each.signature, ...again }, now);
    }
  }
  const told = await knownAmong(database, token, dealtWith);
  const quiet = dealtWith.filter(({ signature }) => !told.has(signature));
  await noteQuiet(database, token, quiet);
}

interface Seeking {
  readonly walks: Map<string, Walk>;
  readonly now: Instant;
}

/** Closes a gap where a provider lists all of it by now; a long list is gone on with next time. */
async function lookInto(
  parts: LookingParts,
  { id, address, since, until }: WatchGap,
  { walks, now }: Seeking,
): Promise<void> {
  const { database, chain } = parts;
  const { signature: end, slot } = until;
  const from: Walk | null =
    end === null ? null : { found: [{ signature: end, slot, failed: false }] };
  const found = await chain.signaturesSince({
    address,
    cursor: since.signature === null ? null : { signature: since.signature, slot: since.slot },
    knownSlot: since.slot,
    reachedSlot: slot,
    commitment: 'finalized',
    walk: walks.get(id) ?? from,
  });
  walks.delete(id);
  if (found.kind !== 'fact' || found.value.gapUntil) return;
  const { signatures, walk } = found.value;
  if (walk) {
    walks.set(id, walk);
    return;
  }
  await takeMissed(parts, tokenOf(parts, address), signatures.toReversed());
  await closeGap(database, id, now);
}
