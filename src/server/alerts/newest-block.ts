import { type Instant, MINUTE_MS, instant } from '#domain/base/time';
import { nullAfterTimeout } from '../kernel/base/null-after-timeout.ts';
import type { Parts } from '../kernel/parts.ts';

const MAX_AGE_MS = 5 * MINUTE_MS;

/**
 * Returns the age of the newest finalized block, read at most every five minutes; null if the chain does not
 * respond. Detects stalled providers, which respond normally.
 */
export function newestBlockMs(
  { cache, chain }: Pick<Parts, 'cache' | 'chain'>,
  now: Instant,
): Promise<number | null> {
  const read = async (): Promise<number | null> => {
    const slot = await chain.slot('finalized');
    if (slot.kind !== 'fact') return null;
    const madeAt = await chain.blockTime(slot.value);
    return madeAt.kind === 'fact' ? Math.max(0, now - madeAt.value) : null;
  };
  return cache.recent({
    key: 'newest block',
    now: instant(Date.now()),
    maxAgeMs: MAX_AGE_MS,
    read: () => nullAfterTimeout(read()),
  });
}
