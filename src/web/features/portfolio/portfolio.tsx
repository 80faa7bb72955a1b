import { useQuery } from '@tanstack/react-query';
import { Gem } from 'lucide-react';
import { Link } from 'wouter';

import type { Portfolio as PortfolioJson } from '#contract/portfolio';

import { INTERVALS_MS } from '../../api/intervals.ts';
import { readOf } from '../../api/read-of.ts';
import { portfolioQuery } from '../../api/user-queries.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { DataCard } from '../../ui/data-card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Legend } from '../../ui/legend.tsx';
import { PALETTE } from '../../ui/palette.ts';
import { SegmentBar } from '../../ui/segment-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { portfolioTexts } from '../../ui/texts/portfolio.ts';
import { WeeklyPrice } from './weekly-price.tsx';

/** What the user has and what it is worth. */
export default function Portfolio({ userId }: { readonly userId: string }) {
  const read = readOf(useQuery(portfolioQuery(userId)), INTERVALS_MS.portfolio);
  return (
    <DataCard
      title={portfolioTexts.title}
      says={portfolioTexts}
      read={read}
      skeleton={<Skeleton className="h-[215px] sm:h-[158px]" />}
    >
      {(portfolio) => (isNothing(portfolio) ? <Nothing /> : <Overview portfolio={portfolio} />)}
    </DataCard>
  );
}

function Overview({ portfolio }: { readonly portfolio: PortfolioJson }) {
  const parts = partsOf(portfolio);
  const legend = parts.map(({ label, value, colour }) => ({
    label,
    colour,
    value: <Figure value={value} unit="LMT" />,
  }));
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <p className="sr-only">{portfolioTexts.total}</p>
          <Figure value={portfolio.totalValueUSD} decimals={2} prefix="$" size="xl" />
          <p className="mt-2 text-quiet">
            <Figure value={portfolio.totalLMT} unit="LMT" className="font-normal" />
          </p>
        </div>
        <WeeklyPrice />
      </div>
      <div className="grid gap-3">
        <SegmentBar label={portfolioTexts.breakdown} segments={parts} />
        <Legend items={legend} />
      </div>
    </div>
  );
}

/** Staked LMT and rewards join the picture once there are any. */
function partsOf({ totalStaked, pendingRewards, unstakedLMT, inBonding }: PortfolioJson) {
  const { staked, rewards, unstaked, bonding } = portfolioTexts;
  const all = [
    { label: staked, value: totalStaked, colour: PALETTE[0], isAlways: false },
    { label: rewards, value: pendingRewards, colour: PALETTE[3], isAlways: false },
    { label: unstaked, value: unstakedLMT, colour: PALETTE[1], isAlways: true },
    { label: bonding, value: inBonding, colour: PALETTE[4], isAlways: true },
  ];
  return all.filter(({ value, isAlways }) => isAlways || !isZero(value));
}

function Nothing() {
  const { empty, emptyHint, emptyAction } = portfolioTexts;
  return (
    <Empty
      icon={<Gem aria-hidden />}
      title={empty}
      hint={emptyHint}
      action={
        <Link href="/?tab=bond" className={buttonClass({ tone: 'primary' })}>
          {emptyAction}
        </Link>
      }
    />
  );
}

function isNothing({ totalLMT, activeBonds }: PortfolioJson): boolean {
  return isZero(totalLMT) && activeBonds.length === 0;
}

function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount);
}
