import { MINUTE_MS } from '#domain/base/time';
import { keepUsdcAccount } from '../actions/payouts/usdc-account.ts';
import type { Parts } from '../parts.ts';
import type { Job } from './job.ts';

/** Keeps the account that USDC is paid to. */
export function keepTreasuryUsdc(parts: Pick<Parts, 'chain' | 'nonces' | 'alert'>): Job {
  return { name: 'keep-treasury-usdc', everyMs: 5 * MINUTE_MS, run: () => keepUsdcAccount(parts) };
}
