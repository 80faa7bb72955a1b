import { MIN_BOND } from '#domain/terms/terms';
import { MINUTE_MS, SECOND_MS, after } from '#domain/base/time';
import { listUnmatched, settlePayment } from '../actions/payments/settle-payment.ts';
import type { Parts } from '../parts.ts';
import {
  type Arrival,
  dropArrival,
  dueArrivals,
  postponeArrival,
} from '../store/bonds/arrivals.ts';
import { readHead } from '../store/terms/head.ts';
import { findPayment } from '../store/bonds/payments.ts';
import { findUserId } from '../store/users/users.ts';
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
        for (const arrival of due) await decideOrPostpone(parts, arrival);
        if (due.length < BATCH) return;
      }
    },
  };
}

/** What cannot be decided now waits a minute more, and holds up nobody else. */
async function decideOrPostpone(parts: Parts, arrival: Arrival): Promise<void> {
  const { database, alert } = parts;
  try {
    if (await isDecided(parts, arrival)) return dropArrival(database, arrival);
  } catch (err) {
    alert('a payment could not be decided', { signature: arrival.signature, err });
  }
  await postponeArrival(database, arrival, after((await readHead(database)).now, MINUTE_MS));
}

async function isDecided(parts: Parts, arrival: Arrival): Promise<boolean> {
  const { database } = parts;
  const { payer, token, amount } = arrival;
  if (await findPayment(database, arrival)) return true;
  const userId = await findUserId(database, payer);
  if (userId !== null) {
    const payment = { ...arrival, payerUserId: userId, sender: payer, keys: [], finalized: true };
    return (await settlePayment(parts, payment, { byWatcher: true })).kind !== 'unpriced';
  }
  const { now } = await readHead(database);
  await database.transaction((session) =>
    listUnmatched(session, { ...arrival, sender: payer }, amount < MIN_BOND[token], now),
  );
  return true;
}
