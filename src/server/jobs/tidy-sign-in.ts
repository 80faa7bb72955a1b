import { MINUTE_MS } from '#domain/time';
import type { Parts } from '../parts.ts';
import { tidySignIn } from '../store/sign-in.ts';
import type { Job } from './job.ts';

/** Forgets nonces, sessions and counted tries that have run out. */
export function tidySignIns({ database }: Parts): Job {
  return { name: 'tidy-sign-in', everyMs: 10 * MINUTE_MS, run: () => tidySignIn(database) };
}
