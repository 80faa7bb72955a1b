import { PATHS } from '#contract/base/paths';

import { Columns } from '../kernel/ui/cards/columns.tsx';
import { ApyControls } from './apy-controls.tsx';
import { HoldingsCard } from './holdings-card.tsx';
import { adminSettingsQuery } from '../kernel/api/reads/admin-queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { adminTreasuryTexts } from './admin-treasury-texts.ts';
import { SafeFigure, SafeText, largeUsd } from '../kernel/dashboard/sensitive.tsx';
import { settingRow } from '../terms/setting-row.ts';
import { ValueRows } from '../kernel/dashboard/value-rows.tsx';
import { transparencyQuery } from '../kernel/api/reads/treasury-queries.ts';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { formatUsd } from '../kernel/ui/format/format.ts';
import { Stat } from '../kernel/ui/cards/stat.tsx';
import { StatGrid } from '../kernel/ui/cards/stat-grid.tsx';
import { dateTimeText } from '../kernel/ui/format/times.ts';

/** What the treasury holds, earns and promises, and the owner's hand on it. */
export default function TreasuryTab() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <SummaryCard />
      <Columns left={<RevenueStreams />} right={<ApyControls />} />
      <HoldingsCard />
    </div>
  );
}

const { revenue } = adminTreasuryTexts;
const STREAMS = ['arbitrageTrading', 'yieldFarming', 'highFrequencyTrading'] as const;

/** What the treasury earns a day, stream by stream, and their sum. */
function RevenueStreams() {
  return (
    <DataCard
      title={revenue.title}
      says={revenue}
      read={useRead(adminSettingsQuery())}
      skeleton={{ items: 3, rows: 1 }}
    >
      {(settings) => (
        <div className="grid grid-cols-1 gap-2">
          <ValueRows
            path={PATHS.adminRevenue}
            says={revenue.toast}
            values={STREAMS.map((name) => ({
              ...settingRow(name, settings, revenue.hint),
              note: revenue.note,
            }))}
          />
          <p className="flex items-baseline justify-between border-t border-line pt-3">
            <span className="text-quiet">{revenue.total}</span>
            <SafeFigure value={settings.totalRevenue} prefix="$" className="text-md" />
          </p>
        </div>
      )}
    </DataCard>
  );
}

const { summary } = adminTreasuryTexts;

/** Held against owed, and what the APY costs against what comes in. */
function SummaryCard() {
  return (
    <DataCard
      title={summary.title}
      says={summary}
      read={useRead(transparencyQuery('24h'))}
      skeleton={{ figures: 4, text: 40 }}
    >
      {(data) => (
        <div className="grid grid-cols-1 gap-4">
          <StatGrid>
            <Stat label={summary.value} value={largeUsd(data.holdingsUSD)} />
            <Stat
              label={summary.owed}
              value={largeUsd(data.liabilitiesUSD)}
              note={<SafeFigure value={data.liabilitiesLMT} unit="LMT" />}
            />
            <Stat
              label={summary.coverage}
              value={<Figure value={data.coverage} unit="×" size="lg" />}
              note={summary.coverageNote}
            />
            <Stat
              label={summary.cost}
              value={largeUsd(data.dailyAPYCost)}
              note={<SafeText>{summary.costNote(formatUsd(data.dailyRevenue))}</SafeText>}
            />
          </StatGrid>
          <p className="text-sm text-faint">
            {data.balancesAsOf === null
              ? summary.never
              : summary.asOf(dateTimeText(data.balancesAsOf))}
          </p>
        </div>
      )}
    </DataCard>
  );
}
