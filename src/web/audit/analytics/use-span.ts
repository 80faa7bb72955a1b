import { useQuery } from '@tanstack/react-query';

import type { AdminAnalytics } from '#contract/treasury/admin-stats';
import type { PointRange } from '#domain/treasury/treasury-points';

import { adminAnalyticsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { transparencyQuery } from '../../kernel/api/reads/treasury-queries.ts';
import type { ChartGridProps } from '../../kernel/ui/charts/chart-grid.tsx';

/** The tab's figures have two sources, which do not begin at the same time: together they span this. */
export function useSpan(range: PointRange): ChartGridProps['span'] {
  const { data: counted } = useQuery(adminAnalyticsQuery(range));
  const { data: kept } = useQuery(transparencyQuery(range));
  const times = [begun(counted?.points ?? []), kept?.history ?? []]
    .flatMap((points) => [points[0], points.at(-1)])
    .flatMap((point) => (point ? [Date.parse(point.at)] : []));
  return times.length === 0 ? undefined : [Math.min(...times), Math.max(...times)];
}

/** Without the time before anybody came. */
export function begun(points: AdminAnalytics['points']): AdminAnalytics['points'] {
  const first = points.findIndex(({ totalUsers }) => totalUsers > 0);
  return first < 0 ? points : points.slice(first);
}
