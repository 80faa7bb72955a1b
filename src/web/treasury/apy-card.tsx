import { useQuery } from '@tanstack/react-query';

import type { TreasuryStats } from '#contract/treasury/treasury';

import { useRead } from '../kernel/api/read-of.ts';
import { transparencyQuery, treasuryStatsQuery } from '../kernel/api/reads/treasury-queries.ts';
import { apyByRevenue } from '../terms/apy-by-revenue.ts';
import { earningsAt } from '../terms/earnings-at.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { amountText } from '../kernel/ui/format/digits.ts';
import { formatNumber, formatTrimmed, formatUsd } from '../kernel/ui/format/format.ts';
import { treasuryTexts } from './treasury-texts.ts';
import { FIRST_RANGE } from './ranges.ts';
import { APY_SHAPE } from './skeleton-shapes.ts';

const says = treasuryTexts.apy;

/** The APY in force, where it comes from, and what it gives and costs. */
export function ApyCard() {
  return (
    <DataCard
      title={says.title}
      says={says}
      read={useRead(treasuryStatsQuery())}
      skeleton={APY_SHAPE}
    >
      {(stats) => (
        <>
          <p className="flex flex-wrap items-center justify-between gap-2">
            <Figure value={stats.currentAPY} decimals={2} unit={says.unit} size="lg" />
            <Badge>{stats.apyMode === 'fixed' ? says.fixed : says.dynamic}</Badge>
          </p>
          <div className="mt-3 grid gap-2 text-[0.8125rem] text-quiet">
            <p>
              <span className="text-text">{says.rule}</span> {modeText(stats)}
            </p>
            <p>{simpleText(stats)}</p>
            <Cost />
          </div>
        </>
      )}
    </DataCard>
  );
}

function Cost() {
  const { data } = useQuery(transparencyQuery(FIRST_RANGE));
  if (!data) return null;
  const [cost, revenue] = [data.dailyAPYCost, data.dailyRevenue].map(formatUsd);
  return <p>{says.cost(cost ?? '', revenue ?? '')}</p>;
}

/** What the rule does now, or would do. */
function modeText(stats: TreasuryStats): string {
  const [shown, base, most, followed] = [
    stats.currentAPY,
    stats.baseAPY,
    stats.maxDynamicAPY,
    apyByRevenue(stats),
  ].map((percent) => formatTrimmed(percent, 2)) as [string, string, string, string];
  const range = says.range(base, most);
  if (stats.apyMode === 'fixed') return `${says.isFixed(shown, followed)} ${range}`;
  const now = says.isDynamic(base, formatNumber(stats.totalRevenue, 2));
  return `${now} ${followed === most ? says.isCapped : ''} ${range}`;
}

function simpleText({ currentAPY }: TreasuryStats): string {
  const { daily, hundred } = earningsAt(currentAPY);
  return says.simple(amountText('%', daily, 'fine'), amountText('LMT', hundred));
}
