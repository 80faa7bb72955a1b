import type { AdminAnalytics } from '#contract/admin-stats';
import type { PointRange } from '#domain/treasury/treasury-points';

import { adminAnalyticsQuery } from '../../../api/admin-queries.ts';
import { useRead } from '../../../api/read-of.ts';
import { COUNT_WORDS } from '../../../ui/charts/chart-words.ts';
import { DataCard } from '../../../ui/cards/data-card.tsx';
import { analyticsTexts } from '../../../texts/admin-analytics.ts';
import { ChartGrid } from './charts.tsx';
import { type Span, begun, useSpan } from './use-span.ts';

const { users: words } = analyticsTexts;
type Counted = 'totalUsers' | 'newUsers' | 'bonds' | 'stakes' | 'sells';

/** Who came, and what they did. */
export function Growth({ range }: { readonly range: PointRange }) {
  const read = useRead(adminAnalyticsQuery(range));
  const span = useSpan(range);
  return (
    <DataCard title={words.title} says={words} read={read} skeleton={{ charts: 3 }}>
      {({ points }) => <Drawn points={begun(points)} span={span} />}
    </DataCard>
  );
}

function Drawn({ points, span }: Pick<AdminAnalytics, 'points'> & { readonly span: Span }) {
  const line = (label: string, name: Counted, colour: number) => ({
    label,
    colour,
    values: points.map((point) => String(point[name])),
  });
  const shared = { words: COUNT_WORDS, fromZero: true };
  const charts = [
    { ...shared, label: words.chart, lines: [line(words.total, 'totalUsers', 0)] },
    { ...shared, isBars: true, label: words.fresh, lines: [line(words.freshBar, 'newUsers', 1)] },
    {
      ...shared,
      isBars: true,
      label: words.activity,
      lines: [
        line(words.bonds, 'bonds', 0),
        line(words.stakes, 'stakes', 1),
        line(words.sells, 'sells', 3),
      ],
    },
  ];
  return (
    <ChartGrid columns={3} span={span} all={[{ times: points.map(({ at }) => at), charts }]} />
  );
}
