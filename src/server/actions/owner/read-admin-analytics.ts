import type { AdminAnalytics } from '#contract/admin-stats';
import { type AnalyticsPoint, analyticsPoints, rangeStart } from '#domain/treasury/analytics';
import { formatAmount } from '#domain/base/money';
import { MINUTE_MS, iso } from '#domain/base/time';
import { POINT_RANGES, type PointRange } from '#domain/treasury/treasury-points';
import type { Parts } from '../../parts.ts';
import { readBorn, readCounted } from '../../store/admin/admin-stats.ts';
import { readHead } from '../../store/terms/head.ts';
import type { CacheSpec } from '../../cache/cache.ts';

const POINTS: CacheSpec<AnalyticsPoint[]> = { maxAgeMs: 5 * MINUTE_MS, onlyIfLarge: true };

/** Users, issuance and activity over time. */
export async function readAdminAnalytics(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  { range = '30d' }: { readonly range?: PointRange | undefined },
): Promise<AdminAnalytics> {
  const { now } = await readHead(database);
  const { granularity } = POINT_RANGES[range];
  const read = async (): Promise<AnalyticsPoint[]> => {
    const from = rangeStart(range, await readBorn(database), now);
    return analyticsPoints(await readCounted(database, granularity, from), granularity, from, now);
  };
  const points = await cache.get(POINTS, { key: range, now, read });
  return {
    now: iso(now),
    range,
    granularity,
    points: points.map(({ at, issued, burned, ...counts }) => ({
      at: iso(at),
      ...counts,
      issuedLMT: formatAmount('LMT', issued),
      burnedLMT: formatAmount('LMT', burned),
    })),
  };
}
