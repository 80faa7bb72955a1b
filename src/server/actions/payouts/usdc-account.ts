import { MINUTE_MS, instant } from '#domain/base/time';
import { nullIfSlow } from '../../base/null-if-slow.ts';
import type { UsdcStanding } from '../../chain/usdc-standing.ts';
import type { Parts } from '../../parts.ts';

/** Only its owner could close an account that is open already. */
const MAX_AGE_MS = MINUTE_MS;

/** How the treasury's USDC account is; null where the chain does not answer. Asked once a minute at most. */
export function usdcAccount({
  cache,
  chain,
}: Pick<Parts, 'cache' | 'chain'>): Promise<UsdcStanding['account'] | null> {
  const read = async (): Promise<UsdcStanding['account'] | null> => {
    const standing = await chain.usdcStanding();
    return standing.kind === 'fact' ? standing.value.account : null;
  };
  return cache.recent({
    key: 'usdc account',
    now: instant(Date.now()),
    maxAgeMs: MAX_AGE_MS,
    read: () => nullIfSlow(read()),
  });
}
