import { keepPreviousData } from '@tanstack/react-query';

import type { Transparency } from '#contract/treasury';
import type { PointRange } from '#domain/treasury/treasury-points';

import { useRead } from '../../../api/read-of.ts';
import { transparencyQuery } from '../../../api/treasury-queries.ts';
import { USD_WORDS } from '../../../ui/charts/chart-words.ts';
import { DataCard } from '../../../ui/cards/data-card.tsx';
import { analyticsTexts } from '../../../texts/admin-analytics.ts';
import { ChartGrid } from './charts.tsx';
import { useSpan } from './use-span.ts';

const { revenue: words } = analyticsTexts;

const chartOf = (history: Transparency['history']) => ({
  label: words.chart,
  words: USD_WORDS,
  fromZero: true,
  lines: [
    { label: words.revenue, colour: 0, values: history.map(({ dailyRevenue }) => dailyRevenue) },
    { label: words.cost, colour: 3, values: history.map(({ dailyAPYCost }) => dailyAPYCost) },
  ],
});

/** What came in against what the APY cost. */
export function Revenue({ range }: { readonly range: PointRange }) {
  const read = useRead({ ...transparencyQuery(range), placeholderData: keepPreviousData });
  const span = useSpan(range);
  return (
    <DataCard title={words.title} says={words} read={read} skeleton={{ charts: 1 }}>
      {({ history }) => (
        <ChartGrid
          span={span}
          all={[{ times: history.map(({ at }) => at), charts: [chartOf(history)] }]}
        />
      )}
    </DataCard>
  );
}
