import type { AdminAnalytics } from '#contract/treasury/admin-stats';
import { analyticsPoints, rangeStart } from '#domain/treasury/analytics';
import { formatAmount } from '#domain/base/money';
import { iso } from '#domain/base/time';
import { POINT_RANGES, type PointRange } from '#domain/treasury/treasury-points';
import type { Parts } from '../kernel/parts.ts';
import { readStartTime, readCounted } from './admin-stats-queries.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';

/** Returns users, issuance and activity over time. */
export async function readAdminAnalytics(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  { range = '30d' }: { readonly range?: PointRange | undefined },
): Promise<AdminAnalytics> {
  const { now } = await readHead(database);
  const { granularity } = POINT_RANGES[range];
  const from = rangeStart(range, await readStartTime(database), now);
  const counted = await cache.memo(`analytics ${granularity} ${from}`, () =>
    readCounted(database, granularity, from),
  );
  const points = analyticsPoints(counted, { granularity, from }, now);
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
