import type { Alert } from '#domain/audit/alert';
import { alertsOf } from '#domain/audit/alerts';
import { type Instant, MINUTE_MS } from '#domain/base/time';
import type { CacheSpec } from '../../cache/cache.ts';
import type { Parts } from '../../parts.ts';
import { watcherHealth } from './health-chain.ts';
import { readFacts } from './health-facts.ts';

/** Asking how far the watcher is costs a search of history for each address. */
const WATCHER: CacheSpec<Awaited<ReturnType<typeof watcherHealth>>> = { maxAgeMs: 5 * MINUTE_MS };

/** Which alerts stand. */
export async function alertsNow(
  parts: Pick<Parts, 'database' | 'rules' | 'cache' | 'chain' | 'isStaticFeed' | 'providerPlan'>,
): Promise<{ readonly now: Instant; readonly alerts: Alert[] }> {
  const { alertFacts, cursors } = await readFacts(parts);
  const { now, wallNow } = alertFacts;
  const watcher = await parts.cache.get(WATCHER, {
    now: wallNow,
    read: () => watcherHealth(parts, cursors),
  });
  return { now, alerts: alertsOf({ ...alertFacts, watcher }) };
}
