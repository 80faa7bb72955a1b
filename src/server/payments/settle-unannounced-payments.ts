import { errorText, nextRetryAt } from '#domain/base/backoff';
import { MINUTE_MS, SECOND_MS, after } from '#domain/base/time';
import { type Arrival, arrivedPayment } from '#domain/payments/arrival';
import { isWaiting } from '#domain/payments/settle';
import { settlePayment } from './settle-payment.ts';
import type { Parts } from '../kernel/parts.ts';
import { dropArrival, dueArrivals, postponeArrival } from './arrival-queries.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import type { Job } from '../kernel/jobs/job.ts';

const BATCH = 100;

type DecidingParts = Pick<Parts, 'database' | 'writer' | 'isStaticFeed' | 'alert'>;

/**
 * Settles payments that their payer has not announced in time. A payment pays for the payer's oldest
 * announced bond of the same token and amount, otherwise for a new bond. Without a user it becomes an
 * unmatched deposit.
 */
export function decideArrivals(parts: DecidingParts): Job {
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

/** Settles an arrival, or postpones it after a failure, so that it does not block others. */
async function decideOrPostpone(parts: DecidingParts, arrival: Arrival): Promise<void> {
  const { database, alert } = parts;
  try {
    const settled = await settlePayment(parts, arrivedPayment(arrival), 'due');
    if (!isWaiting(settled)) return await dropArrival(database, arrival);
    const decideAt = after(settled.at, MINUTE_MS);
    await postponeArrival(database, { ...arrival, decideAt, failures: 0, error: null });
  } catch (err) {
    const failures = arrival.failures + 1;
    const decideAt = nextRetryAt(failures, (await readHead(database)).now);
    await postponeArrival(database, { ...arrival, decideAt, failures, error: errorText(err) });
    alert('a payment could not be decided and is tried again', {
      signature: arrival.signature,
      err,
    });
  }
}
