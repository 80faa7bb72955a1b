import { MINUTE_MS } from '#domain/base/time';
import { missingSteps } from '#domain/terms/change-terms';
import type { Parts } from '../kernel/parts.ts';
import { termsFacts } from './terms-facts.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import type { Job } from '../kernel/jobs/job.ts';

/**
 * Records each weekly step of the LMT price, once. Prices are computed without these records; the chart of
 * their history needs them.
 */
export function stepPrice({ writer }: Pick<Parts, 'writer'>): Job {
  return {
    name: 'step-price',
    everyMs: MINUTE_MS,
    run: () =>
      writer.commit({
        facts: termsFacts,
        key: null,
        // Changes of settings take the same lock, so that no step misses an earlier change.
        locksFor: () => ({ lmtPrice: true, terms: true }),
        decide: ({ now }, inForce): Decision<void> => {
          const lmtPrices = missingSteps(inForce, now);
          if (lmtPrices.length === 0) return unwritten(undefined);
          return { plan: { journals: [], items: [], lmtPrices }, answer: undefined };
        },
      }),
  };
}
