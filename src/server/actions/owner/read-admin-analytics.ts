import type { AdminAnalytics } from '#contract/admin-stats';
import { type AnalyticsPoint, analyticsPoints, rangeStart } from '#domain/treasury/analytics';
import { formatAmount } from '#domain/base/money';
import { MINUTE_MS, iso } from '#domain/base/time';
import { POINT_RANGES, type PointRange } from '#domain/treasury/treasury-points';
import type { Parts } from '../../parts.ts';
import { readBorn, readCounted } from '../../store/admin/admin-stats.ts';
import { readHead } from '../../store/terms/head.ts';
import { keptLately } from '../../cache/kept-lately.ts';

const kept = keptLately<AnalyticsPoint[]>(5 * MINUTE_MS);

/** Users, issuance and activity over time. */
export async function readAdminAnalytics(
  { database }: Parts,
  { range = '30d' }: { readonly range?: PointRange | undefined },
): Promise<AdminAnalytics> {
  const { now } = await readHead(database);
  const { granularity } = POINT_RANGES[range];
  const points = await kept(database).get(range, now, async () => {
    const from = rangeStart(range, await readBorn(database), now);
    return analyticsPoints(await readCounted(database, granularity, from), granularity, from, now);
  });
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
