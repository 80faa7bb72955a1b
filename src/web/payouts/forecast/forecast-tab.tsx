import { useState } from 'react';

import type { PayoutForecast, VaultForecastJson } from '#contract/treasury/admin-forecast';

import { type Supposed, forecastQuery } from '../../kernel/api/reads/admin-queries.ts';
import { useRead } from '../../kernel/api/read-of.ts';
import { Card } from '../../kernel/ui/cards/card.tsx';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { payoutsTexts, payoutsTexts as words } from './forecast-texts.ts';
import { ComputedAt } from './computed-at.tsx';
import { DailyChart } from './daily-chart.tsx';
import { DailyTable } from './daily-table.tsx';
import { WhatIfCard } from './what-if.tsx';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { Stat } from '../../kernel/ui/cards/stat.tsx';
import { StatGrid } from '../../kernel/ui/cards/stat-grid.tsx';
import { SafeFigure, SafeAddress, largeUsd } from '../../kernel/dashboard/sensitive.tsx';
import { KeyValues } from '../../kernel/ui/tables/key-values.tsx';
import { Cell } from '../../kernel/ui/tables/cell.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { Table } from '../../kernel/ui/tables/table.tsx';
import { right } from '../../kernel/ui/tables/column.ts';
import { dateTimeText } from '../../kernel/ui/format/times.ts';
import { FigureCell } from '../../kernel/dashboard/figure-cell.tsx';

/** What the treasury will have to pay, when, and whether it can. */
export default function PayoutsTab() {
  const [supposed, setSupposed] = useState<Supposed>({});
  const read = useRead(forecastQuery(supposed));
  const forecast = read.state === 'ready' ? read.data : null;
  return (
    <div className="grid grid-cols-1 gap-4">
      <DataCard title={words.title} says={words} read={read} skeleton={{ figures: 8 }}>
        {(made) => (
          <div className="grid grid-cols-1 gap-1">
            <Counts summary={made.summary} />
            <ComputedAt forecast={made} />
          </div>
        )}
      </DataCard>
      <WhatIfCard supposed={supposed} forecast={forecast} onChange={setSupposed} />
      {forecast && <Details forecast={forecast} />}
    </div>
  );
}

function Details({ forecast }: { readonly forecast: PayoutForecast }) {
  const { summary, dailyRequirements, upcomingMaturations, maturedVaults } = forecast;
  return (
    <>
      <Periods summary={summary} />
      <Card title={words.chart.title}>
        <DailyChart forecast={forecast} />
      </Card>
      <Card title={words.daily.title}>
        <DailyTable days={dailyRequirements} />
      </Card>
      <Card title={words.upcoming.title}>
        <VaultTable
          label={words.upcoming.title}
          vaults={upcomingMaturations}
          empty={words.upcoming.empty}
        />
      </Card>
      {maturedVaults.length > 0 && (
        <Card title={words.matured.title}>
          <VaultTable label={words.matured.title} vaults={maturedVaults} empty="" />
        </Card>
      )}
    </>
  );
}

const { counts } = payoutsTexts;

/** How many vaults mature when, and what that costs at most and on average. */
function Counts({ summary }: { readonly summary: PayoutForecast['summary'] }) {
  const count = (value: number) => <Figure value={String(value)} decimals={0} size="lg" />;
  return (
    <StatGrid>
      <Stat label={counts.active} value={count(summary.totalActiveVaults)} />
      <Stat label={counts.week} value={count(summary.vaultsMaturing7Days)} />
      <Stat label={counts.month} value={count(summary.vaultsMaturing30Days)} />
      <Stat label={counts.matured} value={count(summary.totalMaturedVaults)} />
      <Stat label={counts.average} value={largeUsd(summary.averageDailyUSD)} />
      <Stat label={counts.peak} value={largeUsd(summary.peakDailyUSD)} />
      <Stat
        label={counts.soon}
        value={<SafeFigure value={summary.next48HoursSOL} unit="SOL" size="lg" />}
        note={<SafeFigure value={summary.next48HoursUSD} prefix="$" />}
      />
      <Stat
        label={counts.weekTotal}
        value={<SafeFigure value={summary.next7DaysRequiredSOL} unit="SOL" size="lg" />}
      />
    </StatGrid>
  );
}

const { periods } = payoutsTexts;
const PERIODS = [
  ['week', 'next7Days'],
  ['month', 'next30Days'],
  ['matured', 'matured'],
] as const;

/** Three spans of time, each with what it needs. */
function Periods({ summary }: { readonly summary: PayoutForecast['summary'] }) {
  return (
    <div className="grid gap-4 wide:grid-cols-3">
      {PERIODS.map(([title, name]) => (
        <Card key={name} title={periods[title]}>
          <KeyValues
            items={[
              {
                key: periods.sol,
                value: <SafeFigure value={summary[`${name}PayoutSOL`]} unit="SOL" />,
              },
              {
                key: periods.usdc,
                value: <SafeFigure value={summary[`${name}PayoutUSDC`]} unit="USDC" />,
              },
              {
                key: periods.required,
                value: <SafeFigure value={summary[`${name}RequiredSOL`]} unit="SOL" />,
              },
            ]}
          />
        </Card>
      ))}
    </div>
  );
}

const { vault: columns } = payoutsTexts;

interface VaultTableProps {
  readonly label: string;
  readonly vaults: readonly VaultForecastJson[];
  readonly empty: string;
}

/** Vaults by when they mature, with what their owners may sell and what that costs. */
function VaultTable({ label, vaults, empty }: VaultTableProps) {
  if (vaults.length === 0) return <Empty title={empty} />;
  return (
    <Table
      label={label}
      head={[
        columns.vault,
        ...right(columns.days, columns.date, columns.staked, columns.total),
        ...right(columns.sellable, columns.sol, columns.usdc),
      ]}
    >
      {vaults.map((vault) => (
        <tr key={vault.stakeId}>
          <Cell note={<span className="font-mono">{vault.stakeId.slice(-6)}</span>}>
            <SafeAddress address={vault.walletAddress} copy={false} />
          </Cell>
          <Cell right>{vault.daysUntilMaturation}</Cell>
          <Cell right>{dateTimeText(vault.maturationDate)}</Cell>
          <FigureCell value={vault.stakedAmount} unit="LMT" />
          <FigureCell value={vault.totalLMTAtMaturation} unit="LMT" />
          <FigureCell value={vault.maxSellable50Percent} unit="LMT" />
          <FigureCell value={vault.requiredTreasurySOL} unit="SOL" />
          <FigureCell value={vault.requiredTreasuryUSDC} unit="USDC" />
        </tr>
      ))}
    </Table>
  );
}
