import { after, DAY_MS, MINUTE_MS } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import { addProviderCalls, deleteOldProviderCalls } from '../alerts/provider-call-queries.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { deleteOldPush } from '../reminders/push-message-queries.ts';
import { tidySignIn } from '../kernel/sessions/sign-in-queries.ts';
import { deleteOldFeeQuotes, deleteOldUnseenFees } from '../vaults/fee-payment-queries.ts';
import { recallVaults } from '../vaults/vault-queries.ts';
import type { Job } from '../kernel/jobs/job.ts';

/** Retention of expired fee quotes. Payments for a quote arrive much earlier. */
const QUOTE_RETENTION_MS = 30 * DAY_MS;

/**
 * Deletes expired nonces, sessions and rate limit counts, old fee quotes, payments that never came, and sent
 * reminders. Corrects due times of vaults that were set too late under clock skew.
 */
export function tidy({ database }: Pick<Parts, 'database'>): Job {
  return {
    name: 'tidy',
    everyMs: 10 * MINUTE_MS,
    async run() {
      await tidySignIn(database);
      await deleteOldPush(database);
      await recallVaults(database);
      const { now } = await readHead(database);
      await deleteOldUnseenFees(database, after(now, -DAY_MS));
      await deleteOldFeeQuotes(database, after(now, -QUOTE_RETENTION_MS));
    },
  };
}

/** Records this node's calls to Solana's providers. Runs on every node, because all use up the providers' plans. */
export function recordProviderCalls({
  database,
  providerCalls,
}: Pick<Parts, 'database' | 'providerCalls'>): Job {
  return {
    name: 'keep-provider-calls',
    everyMs: 5 * MINUTE_MS,
    where: 'everywhere',
    async run() {
      await providerCalls.flush((lines) => addProviderCalls(database, lines));
      await deleteOldProviderCalls(database);
    },
  };
}

/**
 * Compares the providers, so that this node calls a stalled one last, which responds but knows nothing new.
 */
export function compareProviders({ chain }: Pick<Parts, 'chain'>): Job {
  return {
    name: 'compare-providers',
    everyMs: MINUTE_MS,
    where: 'everywhere',
    runsDuringSkew: true,
    run: () => chain.compareProviders(),
  };
}
