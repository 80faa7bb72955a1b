import { MINUTE_MS } from '#domain/base/time';
import type { Parts } from '../parts.ts';
import { addProviderCalls, forgetProviderCalls } from '../store/admin/provider-calls.ts';
import type { Job } from './job.ts';

/** Writes down what this node has asked of Solana's providers, workers or not: plans are used up by all. */
export function keepProviderCalls({
  database,
  providerCalls,
}: Pick<Parts, 'database' | 'providerCalls'>): Job {
  return {
    name: 'keep-provider-calls',
    everyMs: 5 * MINUTE_MS,
    where: 'everywhere',
    async run() {
      await providerCalls.hand((lines) => addProviderCalls(database, lines));
      await forgetProviderCalls(database);
    },
  };
}
