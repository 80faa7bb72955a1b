import { type Instant, MINUTE_MS, instant } from '#domain/base/time';
import { nullIfSlow } from '../../base/null-if-slow.ts';
import type { Parts } from '../../parts.ts';

const MAX_AGE_MS = 5 * MINUTE_MS;

/**
 * How old the newest final block is, asked once in five minutes at most; null where the chain does not
 * answer. Providers that stand still answer as if nothing had happened.
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
    read: () => nullIfSlow(read()),
  });
}
