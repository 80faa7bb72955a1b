import { MINUTE_MS, instant } from '#domain/base/time';
import { nullAfterTimeout } from '../kernel/base/null-after-timeout.ts';
import type { UsdcAccountState } from '../kernel/chain/usdc-account-state.ts';
import type { Parts } from '../kernel/parts.ts';

/** Cache age. Long enough, because only the owner could close an open account. */
const MAX_AGE_MS = MINUTE_MS;

/**
 * Returns the state of the treasury's USDC account; null if the chain does not respond in time. Cached for a
 * minute.
 */
export function usdcAccount({
  cache,
  chain,
}: Pick<Parts, 'cache' | 'chain'>): Promise<UsdcAccountState['account'] | null> {
  const read = async (): Promise<UsdcAccountState['account'] | null> => {
    const standing = await chain.usdcAccountState();
    return standing.kind === 'fact' ? standing.value.account : null;
  };
  return cache.recent({
    key: 'usdc account',
    now: instant(Date.now()),
    maxAgeMs: MAX_AGE_MS,
    read: () => nullAfterTimeout(read()),
  });
}
