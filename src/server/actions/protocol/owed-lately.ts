import { type Instant, MINUTE_MS } from '#domain/base/time';
import type { CacheSpec } from '../../cache/cache.ts';
import type { Parts } from '../../parts.ts';
import { type Owed, readOwed } from '../../store/ledger/liabilities.ts';

const OWED: CacheSpec<Owed> = { maxAgeMs: MINUTE_MS, onlyIfLarge: true };

/** What is owed to users; within the last minute where the ledger is large. */
export function owedLately(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  now: Instant,
): Promise<Owed> {
  return cache.get(OWED, { now, read: () => readOwed(database, now) });
}
