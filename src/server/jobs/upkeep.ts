import { after, DAY_MS, MINUTE_MS } from '#domain/base/time';
import type { Parts } from '../parts.ts';
import { addProviderCalls, forgetProviderCalls } from '../store/admin/provider-calls.ts';
import { readHead } from '../store/terms/head.ts';
import { forgetPush } from '../store/users/push-messages.ts';
import { tidySignIn } from '../store/users/sign-in.ts';
import { forgetFeeQuotes, forgetUnseen } from '../store/vaults/fee-payments.ts';
import { recallVaults } from '../store/vaults/vaults.ts';
import type { Job } from './job.ts';

/** For how long an expired fee quote is kept: no payment for it comes that late. */
const QUOTES_KEPT_MS = 30 * DAY_MS;

/**
 * Forgets nonces, sessions and counted tries that have run out, fee quotes of long ago, payments that never came, and
 * reminders that were sent. Undoes what a clock that was ahead has set too late.
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

/** Has this node ask a provider that stands still after the others: it answers, and knows nothing new. */
export function compareProviders({ chain }: Pick<Parts, 'chain'>): Job {
  return {
    name: 'compare-providers',
    everyMs: MINUTE_MS,
    where: 'everywhere',
    runsDuringSkew: true,
    run: () => chain.compareProviders(),
  };
}
