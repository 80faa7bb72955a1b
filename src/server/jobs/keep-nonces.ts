import { MINUTE_MS } from '#domain/base/time';
import { type Keeping, keepNonces } from '../actions/payouts/keep-nonces.ts';
import type { Job } from './job.ts';

/** Keeps the nonces that payouts use, and the fee money of the key that they obey. */
export function keepNoncePool(parts: Keeping): Job {
  return {
    name: 'keep-nonces',
    everyMs: 5 * MINUTE_MS,
    where: 'leader',
    run: () => keepNonces(parts),
  };
}
