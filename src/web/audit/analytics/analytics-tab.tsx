import { useState } from 'react';

import { POINT_RANGES, type PointRange } from '#domain/treasury/treasury-points';
import type { Transparency } from '#contract/treasury/treasury';
import type { AdminAnalytics } from '#contract/treasury/admin-stats';

import { optionsOf } from '../../kernel/ui/forms/options.ts';
import { Segmented } from '../../kernel/ui/forms/segmented.tsx';
import { analyticsTexts as words, analyticsTexts } from './analytics-texts.ts';
import { ChainAudit } from './chain-audit.tsx';
import { OverTime } from './over-time.tsx';
import { useRead } from '../../kernel/api/read-of.ts';
import { transparencyQuery } from '../../kernel/api/reads/treasury-queries.ts';
import { USD_WORDS, COUNT_WORDS } from '../../kernel/ui/charts/chart-words.ts';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { type ChartGridProps, valuesOf } from '../../kernel/ui/charts/chart-grid.tsx';
import { SafeCharts } from './safe-charts.tsx';
import { useSpan, begun } from './use-span.ts';
import { adminStatsQuery, adminAnalyticsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { Stat } from '../../kernel/ui/cards/stat.tsx';
import { StatGrid } from '../../kernel/ui/cards/stat-grid.tsx';
import { SafeFigure, largeUsd } from '../../kernel/dashboard/sensitive.tsx';

const RANGES = Object.keys(POINT_RANGES) as PointRange[];

/** Revenue, users and the treasury over time, and the bonds held against the chain. */
export default function AnalyticsTab() {
  const [range, setRange] = useState<PointRange>('30d');
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="max-w-full overflow-x-auto">
        <Segmented<PointRange>
          label={words.range}
          value={range}
          options={optionsOf(RANGES, words.ranges)}
          onChange={setRange}
        />
      </div>
      <Performance />
      <Revenue range={range} />
      <Growth range={range} />
      <OverTime range={range} />
      <ChainAudit />
    </div>
  );
}

const { revenue } = analyticsTexts;

const chartOf = (history: Transparency['history']) => ({
  label: revenue.chart,
  words: USD_WORDS,
  fromZero: true,
  lines: [
    { label: revenue.revenue, colour: 0, values: history.map(({ dailyRevenue }) => dailyRevenue) },
    { label: revenue.cost, colour: 3, values: history.map(({ dailyAPYCost }) => dailyAPYCost) },
  ],
});

/** What came in against what the APY cost. */
function Revenue({ range }: { readonly range: PointRange }) {
  const read = useRead(transparencyQuery(range));
  const span = useSpan(range);
  return (
    <DataCard title={revenue.title} says={revenue} read={read} skeleton={{ charts: 1 }}>
      {({ history }) => (
        <SafeCharts
          span={span}
          all={[{ times: history.map(({ at }) => at), charts: [chartOf(history)] }]}
        />
      )}
    </DataCard>
  );
}

const { performance: figures } = analyticsTexts;

/** The treasury in four figures. */
function Performance() {
  return (
    <DataCard
      title={figures.title}
      says={figures}
      read={useRead(adminStatsQuery())}
      skeleton={{ figures: 4 }}
    >
      {(stats) => (
        <StatGrid>
          <Stat label={figures.value} value={largeUsd(stats.totalTreasuryValue)} />
          <Stat
            label={figures.locked}
            value={largeUsd(stats.totalValueLocked)}
            note={<SafeFigure value={stats.totalValueLockedLMT} unit="LMT" />}
          />
          <Stat
            label={figures.apy}
            value={<Figure value={stats.currentAPY} unit="%" size="lg" />}
          />
          <Stat
            label={figures.price}
            value={<Figure value={stats.lmtPriceUSDC} nearest unit="USDC" size="lg" />}
          />
        </StatGrid>
      )}
    </DataCard>
  );
}

const { users: growth } = analyticsTexts;

/** Who came, and what they did. */
function Growth({ range }: { readonly range: PointRange }) {
  const read = useRead(adminAnalyticsQuery(range));
  const span = useSpan(range);
  return (
    <DataCard title={growth.title} says={growth} read={read} skeleton={{ charts: 3 }}>
      {({ points }) => <GrowthCharts points={begun(points)} span={span} />}
    </DataCard>
  );
}

function GrowthCharts({
  points,
  span,
}: Pick<AdminAnalytics, 'points'> & Pick<ChartGridProps, 'span'>) {
  const line = valuesOf(points, (point, name) => String(point[name]));
  const shared = { words: COUNT_WORDS, fromZero: true };
  const charts = [
    { ...shared, label: growth.chart, lines: [line(growth.total, 'totalUsers', 0)] },
    { ...shared, isBars: true, label: growth.fresh, lines: [line(growth.freshBar, 'newUsers', 1)] },
    {
      ...shared,
      isBars: true,
      label: growth.activity,
      lines: [
        line(growth.bonds, 'bonds', 0),
        line(growth.stakes, 'stakes', 1),
        line(growth.sells, 'sells', 3),
      ],
    },
  ];
  return (
    <SafeCharts columns={3} span={span} all={[{ times: points.map(({ at }) => at), charts }]} />
  );
}
