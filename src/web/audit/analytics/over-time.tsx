import { useQuery } from '@tanstack/react-query';

import type { AdminAnalytics } from '#contract/treasury/admin-stats';
import type { Transparency } from '#contract/treasury/treasury';
import type { PointRange } from '#domain/treasury/treasury-points';

import { adminAnalyticsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { useRead } from '../../kernel/api/read-of.ts';
import { transparencyQuery } from '../../kernel/api/reads/treasury-queries.ts';
import { LMT_WORDS, PERCENT_WORDS, USD_WORDS } from '../../kernel/ui/charts/chart-words.ts';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { analyticsTexts } from './analytics-texts.ts';
import { type ChartsProps, valuesOf } from '../../kernel/ui/charts/chart-grid.tsx';
import { SafeCharts } from './safe-charts.tsx';
import { begun, useSpan } from './use-span.ts';

const { treasury: words } = analyticsTexts;
type Point = Transparency['history'][number];

/** Backing, staked LMT, price, APY, supply and issuance. */
export function OverTime({ range }: { readonly range: PointRange }) {
  const read = useRead(transparencyQuery(range));
  const issuance = useQuery(adminAnalyticsQuery(range));
  const span = useSpan(range);
  return (
    <DataCard title={words.title} says={words} read={read} skeleton={{ charts: 6 }}>
      {({ history }) => (
        <SafeCharts
          columns={2}
          span={span}
          all={[
            historyOf(history),
            ...(issuance.data ? [issuanceOf(begun(issuance.data.points))] : []),
          ]}
        />
      )}
    </DataCard>
  );
}

function historyOf(points: readonly Point[]): ChartsProps {
  const line = valuesOf(points, (point, name) => point[name]);
  return {
    times: points.map(({ at }) => at),
    charts: [
      {
        label: words.backing,
        words: USD_WORDS,
        fromZero: true,
        lines: [line(words.held, 'holdingsUSD', 0), line(words.owed, 'liabilitiesUSD', 2)],
      },
      {
        label: words.staked,
        words: LMT_WORDS,
        fromZero: true,
        lines: [line(words.stakedLine, 'stakedLMT', 0)],
      },
      {
        label: words.price,
        words: USD_WORDS,
        lines: [line(words.priceLine, 'lmtPriceUSDC', 0)],
      },
      {
        label: words.apy,
        words: PERCENT_WORDS,
        fromZero: true,
        lines: [line(words.apyLine, 'currentAPY', 0)],
      },
      {
        label: words.supply,
        words: LMT_WORDS,
        fromZero: true,
        lines: [line(words.supplyLine, 'supply', 0)],
      },
    ],
  };
}

function issuanceOf(points: AdminAnalytics['points']): ChartsProps {
  const lines = [
    { label: words.issued, colour: 0, values: points.map(({ issuedLMT }) => issuedLMT) },
    { label: words.burned, colour: 3, values: points.map(({ burnedLMT }) => burnedLMT) },
  ];
  return {
    times: points.map(({ at }) => at),
    charts: [{ label: words.issuance, words: LMT_WORDS, fromZero: true, isBars: true, lines }],
  };
}
