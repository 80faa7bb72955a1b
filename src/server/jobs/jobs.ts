import type { Parts } from '../parts.ts';
import type { Job } from './job.ts';
import { keepLedger } from './keep-ledger.ts';
import { stepPrice } from './step-price.ts';

/** All timed work, in the order in which it is done when time has moved. */
export function jobs(parts: Parts): Job[] {
  return [keepLedger(parts), stepPrice(parts)];
}
