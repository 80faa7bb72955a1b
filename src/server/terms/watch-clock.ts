import { SECOND_MS } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import type { Job } from '../kernel/jobs/job.ts';

/**
 * Compares the database's clock with the chain's and this node's. Runs on every node, because each node
 * blocks its own writes under clock skew.
 */
export function watchClock({ clock }: Pick<Parts, 'clock'>): Job {
  return {
    name: 'watch-clock',
    everyMs: 5 * SECOND_MS,
    where: 'everywhere',
    runsDuringSkew: true,
    isDue: async () => clock.isCheckDue,
    run: () => clock.check(),
  };
}
