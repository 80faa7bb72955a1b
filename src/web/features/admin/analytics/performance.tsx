import { adminStatsQuery } from '../../../api/admin-queries.ts';
import { useRead } from '../../../api/read-of.ts';
import { DataCard } from '../../../ui/cards/data-card.tsx';
import { Figure } from '../../../ui/format/figure.tsx';
import { Stat } from '../../../ui/cards/stat.tsx';
import { StatGrid } from '../../../ui/cards/stat-grid.tsx';
import { analyticsTexts } from '../../../texts/admin-analytics.ts';
import { SafeFigure } from '../sensitive.tsx';

const { performance: words } = analyticsTexts;

/** The treasury in four figures. */
export function Performance() {
  return (
    <DataCard
      title={words.title}
      says={words}
      read={useRead(adminStatsQuery())}
      skeleton={{ figures: 4 }}
    >
      {(stats) => (
        <StatGrid>
          <Stat
            label={words.value}
            value={<SafeFigure value={stats.totalTreasuryValue} prefix="$" size="lg" />}
          />
          <Stat
            label={words.locked}
            value={<SafeFigure value={stats.totalValueLocked} prefix="$" size="lg" />}
            note={<SafeFigure value={stats.totalValueLockedLMT} unit="LMT" />}
          />
          <Stat label={words.apy} value={<Figure value={stats.currentAPY} unit="%" size="lg" />} />
          <Stat
            label={words.price}
            value={<Figure value={stats.lmtPriceUSDC} unit="USDC" size="lg" />}
          />
        </StatGrid>
      )}
    </DataCard>
  );
}
