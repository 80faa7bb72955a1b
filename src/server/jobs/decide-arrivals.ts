import { MIN_BOND } from '#domain/terms';
import { SECOND_MS } from '#domain/time';
import { listUnmatched, settlePayment } from '../actions/settle-payment.ts';
import type { Parts } from '../parts.ts';
import { type Arrival, dropArrival, dueArrivals } from '../store/arrivals.ts';
import { readHead } from '../store/head.ts';
import { findPayment } from '../store/payments.ts';
import { findUserId } from '../store/users.ts';
import type { Job } from './job.ts';

const BATCH = 100;

/**
 * Decides payments whose payer has not said in time what they are for: the payer's oldest announced
 * bond of that token and amount, else a new bond, else (no user) an unmatched deposit.
 */
export function decideArrivals(parts: Parts): Job {
  return {
    name: 'decide-arrivals',
    everyMs: 5 * SECOND_MS,
    async run() {
      for (;;) {
        const { now } = await readHead(parts.database);
        const due = await dueArrivals(parts.database, now, BATCH);
        for (const arrival of due) await decide(parts, arrival);
        if (due.length < BATCH) return;
      }
    },
  };
}

async function decide(parts: Parts, arrival: Arrival): Promise<void> {
  const { database } = parts;
  const { payer, token, amount } = arrival;
  const userId = await findUserId(database, payer);
  if (await findPayment(database, arrival)) return dropArrival(database, arrival);
  if (userId !== null) {
    const payment = { ...arrival, payerUserId: userId, sender: payer, keys: [], finalized: true };
    await settlePayment(parts, payment, { byWatcher: true });
  } else {
    const { now } = await readHead(database);
    await database.transaction((session) =>
      listUnmatched(session, { ...arrival, sender: payer }, amount < MIN_BOND[token], now),
    );
  }
  await dropArrival(database, arrival);
}
