import { useRead } from '../../../api/read-of.ts';
import { transparencyQuery } from '../../../api/treasury-queries.ts';
import { DataCard } from '../../../ui/cards/data-card.tsx';
import { Figure } from '../../../ui/format/figure.tsx';
import { formatUsd } from '../../../ui/format/format.ts';
import { Stat } from '../../../ui/cards/stat.tsx';
import { StatGrid } from '../../../ui/cards/stat-grid.tsx';
import { adminTreasuryTexts } from '../../../texts/admin-treasury.ts';
import { dateTimeText } from '../../../ui/format/times.ts';
import { SafeFigure } from '../sensitive.tsx';

const { summary: words } = adminTreasuryTexts;

/** Held against owed, and what the APY costs against what comes in. */
export function SummaryCard() {
  return (
    <DataCard
      title={words.title}
      says={words}
      read={useRead(transparencyQuery('24h'))}
      skeleton={{ figures: 4, text: 40 }}
    >
      {(data) => (
        <div className="grid grid-cols-1 gap-4">
          <StatGrid>
            <Stat
              label={words.value}
              value={<SafeFigure value={data.holdingsUSD} prefix="$" size="lg" />}
            />
            <Stat
              label={words.owed}
              value={<SafeFigure value={data.liabilitiesUSD} prefix="$" size="lg" />}
              note={<SafeFigure value={data.liabilitiesLMT} unit="LMT" />}
            />
            <Stat
              label={words.coverage}
              value={<Figure value={data.coverage} unit="×" size="lg" />}
              note={words.coverageNote}
            />
            <Stat
              label={words.cost}
              value={<SafeFigure value={data.dailyAPYCost} prefix="$" size="lg" />}
              note={words.costNote(formatUsd(data.dailyRevenue))}
            />
          </StatGrid>
          <p className="text-sm text-faint">
            {data.balancesAsOf === null ? words.never : words.asOf(dateTimeText(data.balancesAsOf))}
          </p>
        </div>
      )}
    </DataCard>
  );
}
