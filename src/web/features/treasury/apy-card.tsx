import { useQuery } from '@tanstack/react-query';

import type { TreasuryStats } from '#contract/treasury';
import {
  APY_DECIMALS,
  type Apy,
  apy,
  formatAmount,
  formatDecimal,
  lmt,
  parseAmount,
  parseDecimal,
  usdc,
} from '#domain/base/money';
import { dailyRate, dynamicApy } from '#domain/terms/apy';
import { cycleRewards } from '#domain/vaults/vault';

import { INTERVALS_MS } from '../../api/intervals.ts';
import { readOf } from '../../api/read-of.ts';
import { transparencyQuery, treasuryStatsQuery } from '../../api/treasury-queries.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { DataCard } from '../../ui/cards/data-card.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { amountText } from '../../ui/format/digits.ts';
import { formatNumber, formatTrimmed, formatUsd } from '../../ui/format/format.ts';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { treasuryTexts } from '../../texts/treasury.ts';
import { FIRST_RANGE } from './ranges.ts';

const says = treasuryTexts.apy;
const HUNDRED_LMT = lmt(100_00000000n);
const DAILY_RATE_DECIMALS = 8;

/** The APY in force, where it comes from, and what it gives and costs. */
export function ApyCard() {
  return (
    <DataCard
      title={says.title}
      says={says}
      read={readOf(useQuery(treasuryStatsQuery()), INTERVALS_MS.treasuryStats)}
      skeleton={<Skeleton className="h-[236px]" />}
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
            <p>{simpleText(percent(stats.currentAPY))}</p>
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
function modeText({ apyMode, currentAPY, baseAPY, maxDynamicAPY, totalRevenue }: TreasuryStats) {
  const maximum = percent(maxDynamicAPY);
  const followed = dynamicApy(
    percent(baseAPY),
    parseAmount('USDC', totalRevenue) ?? usdc(0n),
    maximum,
  );
  const range = says.range(formatTrimmed(baseAPY, 2), formatTrimmed(maxDynamicAPY, 2));
  if (apyMode === 'fixed') {
    const wouldBe = formatTrimmed(formatDecimal(followed, APY_DECIMALS), 2);
    return `${says.isFixed(formatTrimmed(currentAPY, 2), wouldBe)} ${range}`;
  }
  const now = says.isDynamic(formatTrimmed(baseAPY, 2), formatNumber(totalRevenue, 2));
  return `${now} ${followed === maximum ? says.isCapped : ''} ${range}`;
}

function simpleText(yearly: Apy): string {
  const daily = amountText('%', formatDecimal(dailyRate(yearly), DAILY_RATE_DECIMALS), 'fine');
  const earned = cycleRewards(HUNDRED_LMT, yearly);
  return says.simple(daily, amountText('LMT', formatAmount('LMT', earned)));
}

function percent(text: string): Apy {
  return apy(parseDecimal(text, APY_DECIMALS) ?? 0n);
}
