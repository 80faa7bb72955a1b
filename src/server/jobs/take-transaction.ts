import { type TransactionFacts, paymentsIn, unattributedIn } from '#domain/bonds/deposit';
import type { PayToken } from '#domain/base/money';
import { ARRIVAL_GRACE_MS, FINALITY_SLOTS, MIN_BOND, SLOT_MS } from '#domain/terms/terms';
import { type Instant, after } from '#domain/base/time';
import { listUnmatched, settlePayment } from '../actions/payments/settle-payment.ts';
import type { Parts } from '../parts.ts';
import { addArrival } from '../store/bonds/arrivals.ts';
import { bondBySignature } from '../store/bonds/bonds.ts';
import { feeQuoteNamed } from '../store/vaults/fee-quotes.ts';
import { readHead } from '../store/terms/head.ts';
import { findPayment } from '../store/bonds/payments.ts';
import { quoteForPayment } from '../store/bonds/quotes.ts';
import { findUserId } from '../store/users/users.ts';

/** Deals with one finalized transaction. */
export async function takeTransaction(parts: Parts, facts: TransactionFacts): Promise<void> {
  const { database, chain, ignoredPayers } = parts;
  const { signature, slot, blockTime, feePayer } = facts;
  if (blockTime === null || (feePayer !== null && ignoredPayers.has(feePayer))) return;
  for (const paid of paymentsIn(facts, chain.till)) {
    const userId = await findUserId(database, paid.payer);
    const keys = facts.accountKeys;
    if (await findPayment(database, { ...paid, signature })) continue;
    if (userId !== null && (await isExpected(parts, userId, paid.token, facts, blockTime))) {
      const payment = { ...paid, signature, slot, blockTime, keys, sender: paid.payer };
      const proven = { ...payment, payerUserId: userId, finalized: true };
      if ((await settlePayment(parts, proven)).kind !== 'unpriced') continue;
    }
    await addArrival(database, paid, facts, blockTime, await graceEnd(parts, slot));
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
  if (await quoteForPayment(database, userId, accountKeys, payment)) return true;
  return token === 'SOL' && (await feeQuoteNamed(database, userId, accountKeys)) !== null;
}

/** 60 s after the slot was finalized, told from how far finality is past it now. */
async function graceEnd({ database, chain }: Parts, slot: number): Promise<Instant> {
  const { now } = await readHead(database);
  const confirmed = await chain.slot('confirmed');
  const sinceFinal = confirmed.kind === 'fact' ? confirmed.value - slot - FINALITY_SLOTS : 0;
  return after(now, ARRIVAL_GRACE_MS - Math.max(0, sinceFinal) * SLOT_MS);
}
