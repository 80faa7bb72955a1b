import { after, DAY_MS, MINUTE_MS } from '#domain/base/time';
import type { Parts } from '../kernel/parts.ts';
import { addProviderCalls, forgetProviderCalls } from '../alerts/provider-call-queries.ts';
import { readHead } from '../kernel/terms/head.ts';
import { forgetPush } from '../reminders/push-messages.ts';
import { tidySignIn } from '../kernel/sessions/sign-in-queries.ts';
import { forgetFeeQuotes, forgetUnseen } from '../vaults/fee-payment-queries.ts';
import { recallVaults } from '../vaults/vault-queries.ts';
import type { Job } from '../kernel/jobs/job.ts';

/** Retention of expired fee quotes. No payment for a quote comes that late. */
const QUOTES_KEPT_MS = 30 * DAY_MS;

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
      await forgetPush(database);
      await recallVaults(database);
      const { now } = await readHead(database);
      await forgetUnseen(database, after(now, -DAY_MS));
      await forgetFeeQuotes(database, after(now, -QUOTES_KEPT_MS));
    },
  };
}

/**
 * Records this node's calls to Solana's providers. Runs on every node, because all use up the providers'
 * plans.
 */
export function keepProviderCalls({
  database,
  providerCalls,
}: Pick<Parts, 'database' | 'providerCalls'>): Job {
  return {
    name: 'keep-provider-calls',
    everyMs: 5 * MINUTE_MS,
    where: 'everywhere',
    async run() {
      await providerCalls.flush((lines) => addProviderCalls(database, lines));
      await forgetProviderCalls(database);
    },
  };
}

/** Compares the providers, so that this node asks a stalled one last: it responds, but knows nothing new. */
export function compareProviders({ chain }: Pick<Parts, 'chain'>): Job {
  return {
    name: 'compare-providers',
    everyMs: MINUTE_MS,
    where: 'everywhere',
    runsDuringSkew: true,
    run: () => chain.compareProviders(),
  };
}
