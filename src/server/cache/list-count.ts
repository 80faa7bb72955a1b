import { MINUTE_MS, instant } from '#domain/base/time';
import type { Cache, CacheSpec } from './cache.ts';

const LIST_COUNTS: CacheSpec<number> = { maxAgeMs: MINUTE_MS, onlyIfLarge: true };

/** How many rows a list has: counted now, or within the last minute where the data is large. */
export function listCount(
  cache: Cache,
  list: string,
  read: () => Promise<number>,
): Promise<number> {
  return cache.get(LIST_COUNTS, { key: list, now: instant(Date.now()), read });
}
