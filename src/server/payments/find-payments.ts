import { arrivedPayment } from '#domain/payments/arrival';
import { isWaiting } from '#domain/payments/settle';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { dropArrival } from './arrival-queries.ts';
import { arrivalsWaitedFor, depositsWaitedFor } from './missing-payments.ts';
import { assignDeposit } from './deposits.ts';
import { settlePayment } from './settle-payment.ts';

const BATCH = 100;

type FindingParts = Pick<Parts, 'database' | 'writer' | 'isStaticFeed'>;

/**
 * Assigns payments seen on the chain to announced bonds without a payment: first arrivals, before the watcher
 * decides them, then unmatched deposits. Returns the number of bonds filled.
 */
export async function findPayments(parts: FindingParts, by: Admin): Promise<number> {
  const arrived = await repeatUntilZero(() => fromArrivals(parts));
  return arrived + (await repeatUntilZero(() => fromDeposits(parts, by)));
}

/** Repeats a step until it returns 0. Returns the sum of its results. */
async function repeatUntilZero(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const filled = await step();
    total += filled;
    if (filled === 0) return total;
  }
}

async function fromArrivals(parts: FindingParts): Promise<number> {
  let filled = 0;
  for (const arrival of await arrivalsWaitedFor(parts.database, BATCH)) {
    const settled = await settlePayment(parts, arrivedPayment(arrival), 'due');
    if (isWaiting(settled)) continue;
    await dropArrival(parts.database, arrival);
    if (settled.kind === 'bond') filled += 1;
  }
  return filled;
}

async function fromDeposits(parts: FindingParts, by: Admin): Promise<number> {
  let filled = 0;
  for (const found of await depositsWaitedFor(parts.database, BATCH)) {
    const { depositId: id, bondId: announcedId, userId } = found;
    const given = await assignDeposit(parts, by, { userId, announcedId, id });
    if (given.ok) filled += 1;
  }
  return filled;
}
