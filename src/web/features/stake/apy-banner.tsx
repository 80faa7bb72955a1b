import { useQuery } from '@tanstack/react-query';

import {
  APY_DECIMALS,
  type Apy,
  apy,
  formatAmount,
  formatDecimal,
  lmt,
  parseDecimal,
} from '#domain/base/money';
import { dailyRate } from '#domain/terms/apy';
import { cycleRewards } from '#domain/vaults/vault';

import { INTERVALS_MS } from '../../api/intervals.ts';
import { readOf } from '../../api/read-of.ts';
import { treasuryStatsQuery } from '../../api/treasury-queries.ts';
import { CardError } from '../../ui/cards/card-error.tsx';
import { CardLoading } from '../../ui/cards/card-loading.tsx';
import { DataAge } from '../../ui/cards/data-age.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { stakeTexts } from '../../texts/stake.ts';

const says = stakeTexts.apy;
const HUNDRED_LMT = lmt(100_00000000n);
const DAILY_RATE_DECIMALS = 8;
const FRAME =
  'flex flex-wrap items-center gap-x-10 gap-y-4 rounded-card border border-line bg-card px-5 py-4';

/** What staking earns now. */
export function ApyBanner() {
  const read = readOf(useQuery(treasuryStatsQuery()), INTERVALS_MS.treasuryStats);
  switch (read.state) {
    case 'loading':
      return (
        <CardLoading label={says.loading}>
          <Skeleton className="h-[216px] rounded-card sm:h-[104px]" />
        </CardLoading>
      );
    case 'error':
      return (
        <div className={FRAME}>
          <CardError title={says.failed} fault={read.fault} refresh={read.refresh} />
        </div>
      );
    case 'ready': {
      const { currentAPY } = read.data;
      return (
        <section aria-label={says.label} className={FRAME}>
          <div>
            <p className="text-sm text-quiet">{`${says.label} · ${says.backed}`}</p>
            <p className="mt-2">
              <Figure value={currentAPY} decimals={decimalsOf(currentAPY)} unit="% APY" size="xl" />
            </p>
          </div>
          <Rates yearly={apy(parseDecimal(currentAPY, APY_DECIMALS) ?? 0n)} />
          <p className="min-w-0 grow basis-[280px] text-sm text-faint">{says.note}</p>
          <div className="self-start text-sm text-faint">
            <DataAge age={read.age} refresh={read.refresh} />
          </div>
        </section>
      );
    }
  }
}

function Rates({ yearly }: { readonly yearly: Apy }) {
  const daily = formatDecimal(dailyRate(yearly), DAILY_RATE_DECIMALS);
  const earned = formatAmount('LMT', cycleRewards(HUNDRED_LMT, yearly));
  const items = [
    { name: says.daily, value: <Figure value={daily} unit="%" digits="fine" /> },
    { name: says.hundred, value: <Figure value={earned} unit="LMT" /> },
  ];
  return (
    <dl className="flex flex-wrap gap-x-10">
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-sm text-quiet">{name}</dt>
          <dd className="text-md">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A round APY needs no decimals. */
function decimalsOf(percent: string): number {
  return percent.endsWith('.00') ? 0 : 2;
}
