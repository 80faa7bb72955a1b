import { DAY_MS, MINUTE_MS, after } from '#domain/base/time';
import type { Parts } from '../parts.ts';
import { forgetUnseen } from '../store/vaults/fee-payments.ts';
import { forgetFeeQuotes } from '../store/vaults/fee-quotes.ts';
import { readHead } from '../store/terms/head.ts';
import { forgetPush } from '../store/users/push-messages.ts';
import { tidySignIn } from '../store/users/sign-in.ts';
import type { Job } from './job.ts';

/** For how long an expired fee quote is kept: no payment for it comes that late. */
const QUOTES_KEPT_MS = 30 * DAY_MS;

/** Forgets nonces, sessions and counted tries that have run out, fee quotes of long ago, payments that never came, and reminders that were sent. */
export function tidy({ database }: Pick<Parts, 'database'>): Job {
  return {
    name: 'tidy',
    everyMs: 10 * MINUTE_MS,
    async run() {
      await tidySignIn(database);
      await forgetPush(database);
      const { now } = await readHead(database);
      await forgetUnseen(database, after(now, -DAY_MS));
      await forgetFeeQuotes(database, after(now, -QUOTES_KEPT_MS));
    },
  };
}
