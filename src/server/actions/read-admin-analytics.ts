import type { AdminAnalytics } from '#contract/admin-stats';
import { type AnalyticsPoint, analyticsPoints, rangeStart } from '#domain/analytics';
import { formatAmount } from '#domain/money';
import { MINUTE_MS, iso } from '#domain/time';
import { POINT_RANGES, type PointRange } from '#domain/treasury-points';
import { KeptIfSlow } from '../kept.ts';
import type { Parts } from '../parts.ts';
import { readBorn, readCounted } from '../store/admin-stats.ts';
import type { Database } from '../store/database.ts';
import { readHead } from '../store/head.ts';

const kept = new WeakMap<Database, KeptIfSlow<AnalyticsPoint[]>>();

function keptOf(database: Database): KeptIfSlow<AnalyticsPoint[]> {
  const known = kept.get(database) ?? new KeptIfSlow({ slowMs: 100, keepMs: MINUTE_MS });
  kept.set(database, known);
  return known;
}

/** Users, issuance and activity over time. */
export async function readAdminAnalytics(
  { database }: Parts,
  { range = '30d' }: { readonly range?: PointRange | undefined },
): Promise<AdminAnalytics> {
  const { now } = await readHead(database);
  const { granularity } = POINT_RANGES[range];
  const points = await keptOf(database).get(range, now, async () => {
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
