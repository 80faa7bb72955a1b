import { type TransactionFacts, paymentsIn, unattributedIn } from '#domain/deposit';
import type { PayToken } from '#domain/money';
import { ARRIVAL_GRACE_MS, FINALITY_SLOTS, MIN_BOND, SLOT_MS } from '#domain/terms';
import { type Instant, SECOND_MS, after } from '#domain/time';
import { listUnmatched, settlePayment } from '../actions/settle-payment.ts';
import type { Walk } from '../chain/signatures.ts';
import type { Parts } from '../parts.ts';
import { addArrival } from '../store/arrivals.ts';
import { bondBySignature } from '../store/bonds.ts';
import { readHead } from '../store/head.ts';
import { findPayment } from '../store/payments.ts';
import { quoteForPayment } from '../store/quotes.ts';
import { findUserId } from '../store/users.ts';
import { moveCursor, readCursor, startCursor } from '../store/watch-cursors.ts';
import type { Job } from './job.ts';

/**
 * Follows everything that reaches the treasury and its USDC account, in order and without gaps, at
 * finalized commitment. Each payment is dealt with once, whoever is first; the cursor only saves work.
 */
export function watchTreasury(parts: Parts): Job {
  const walks = new Map<string, Walk>();
  return {
    name: 'watch-treasury',
    everyMs: 2 * SECOND_MS,
    async run() {
      const { treasury, treasuryTokenAccount } = parts.chain.till;
      for (const address of [treasury, treasuryTokenAccount]) await follow(parts, address, walks);
    },
  };
}

async function follow(parts: Parts, address: string, walks: Map<string, Walk>): Promise<void> {
  const { database, chain } = parts;
  const cursor = await readCursor(database, address);
  if (!cursor) return begin(parts, address);
  const since = await chain.signaturesSince({
    address,
    cursor: cursor.signature === null ? null : { ...cursor, signature: cursor.signature },
    commitment: 'finalized',
    walk: walks.get(address) ?? null,
  });
  if (since.kind !== 'fact') return;
  const { signatures, walk } = since.value;
  if (walk) walks.set(address, walk);
  else walks.delete(address);
  for (const { signature, slot, failed } of signatures) {
    if (!failed) {
      const facts = await chain.facts(signature);
      // Nobody can say now, or who says it is behind: the next run goes on from here.
      if (facts.kind !== 'fact' || facts.value.commitment === 'processed') return;
      await take(parts, facts.value);
    }
    await moveCursor(database, address, { signature, slot });
  }
}

/** Watching begins with the newest transaction there is. */
async function begin({ database, chain }: Parts, address: string): Promise<void> {
  const newest = await chain.newestSignature(address, 'finalized');
  if (newest.kind === 'fact') await startCursor(database, address, newest.value);
  if (newest.kind === 'absent') {
    await startCursor(database, address, { signature: null, slot: newest.slot });
  }
}

/** Deals with one finalized transaction. */
async function take(parts: Parts, facts: TransactionFacts): Promise<void> {
  const { database, chain, ignoredPayers } = parts;
  const { signature, slot, blockTime, feePayer } = facts;
  if (blockTime === null || (feePayer !== null && ignoredPayers.has(feePayer))) return;
  for (const paid of paymentsIn(facts, chain.till)) {
    const userId = await findUserId(database, paid.payer);
    const keys = facts.accountKeys;
    if (await findPayment(database, { ...paid, signature })) continue;
    if (userId !== null && (await isExpected(parts, userId, paid.token, facts, blockTime))) {
      const payment = { ...paid, signature, slot, blockTime, keys, sender: paid.payer };
      await settlePayment(parts, { ...payment, payerUserId: userId, finalized: true });
    } else {
      await addArrival(database, paid, facts, blockTime, await graceEnd(parts, slot));
    }
  }
  for (const { token, amount } of unattributedIn(facts, chain.till)) {
    const { now } = await readHead(database);
    const stray = { sender: null, token, amount, signature, blockTime, slot };
    await database.transaction((session) =>
      listUnmatched(session, stray, amount < MIN_BOND[token], now),
    );
  }
}

/** Whether the payer has said what this payment is for: by a quote's reference, or by posting its signature. */
async function isExpected(
  { database }: Parts,
  userId: string,
  token: PayToken,
  { signature, accountKeys }: TransactionFacts,
  blockTime: Instant,
): Promise<boolean> {
  if (await bondBySignature(database, userId, signature, token)) return true;
  const payment = { token, signature, blockTime };
  return (await quoteForPayment(database, userId, accountKeys, payment)) !== null;
}

/** 60 s after the slot was finalized, told from how far finality is past it now. */
async function graceEnd({ database, chain }: Parts, slot: number): Promise<Instant> {
  const { now } = await readHead(database);
  const confirmed = await chain.slot('confirmed');
  const sinceFinal = confirmed.kind === 'fact' ? confirmed.value - slot - FINALITY_SLOTS : 0;
  return after(now, ARRIVAL_GRACE_MS - Math.max(0, sinceFinal) * SLOT_MS);
}
