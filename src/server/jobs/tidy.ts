import { DAY_MS, MINUTE_MS, after } from '#domain/time';
import type { Parts } from '../parts.ts';
import { forgetUnseen } from '../store/fee-payments.ts';
import { readHead } from '../store/head.ts';
import { tidySignIn } from '../store/sign-in.ts';
import type { Job } from './job.ts';

/** Forgets nonces, sessions and counted tries that have run out, and payments that were said to be and never came. */
export function tidy({ database }: Parts): Job {
  return {
    name: 'tidy',
    everyMs: 10 * MINUTE_MS,
    async run() {
      await tidySignIn(database);
      await forgetUnseen(database, after((await readHead(database)).now, -DAY_MS));
    },
  };
}
