import { useQuery } from '@tanstack/react-query';

import { adminStatsQuery } from '../../../api/admin-queries.ts';
import { ADMIN_INTERVALS_MS } from '../../../api/admin-intervals.ts';
import { readOf } from '../../../api/read-of.ts';
import { DataCard } from '../../../ui/cards/data-card.tsx';
import { amountText } from '../../../ui/format/digits.ts';
import { Stat } from '../../../ui/cards/stat.tsx';
import { StatGrid } from '../../../ui/cards/stat-grid.tsx';
import { adminUsersTexts } from '../../../texts/admin-users.ts';
import { SafeFigure, SafeText } from '../sensitive.tsx';

const { counters: words } = adminUsersTexts;

/** Bonds and stakes that run, and all LMT that was ever issued. */
export function Counters() {
  const read = readOf(useQuery(adminStatsQuery()), ADMIN_INTERVALS_MS.adminStats);
  return (
    <DataCard title={words.title} read={read} says={words} skeleton={{ figures: 3 }}>
      {(stats) => (
        <StatGrid columns={3}>
          <Stat
            label={words.bonds}
            value={<SafeFigure size="lg" decimals={0} value={String(stats.activeBonds)} />}
            note={words.bondsNote(stats.totalBonds)}
          />
          <Stat
            label={words.stakes}
            value={<SafeFigure size="lg" decimals={0} value={String(stats.activeStakes)} />}
            note={words.stakesNote(stats.totalStakes)}
          />
          <Stat
            label={words.minted}
            value={<SafeFigure size="lg" unit="LMT" value={stats.totalLMTMinted} />}
            note={<SafeText>{words.mintedNote(amountText('LMT', stats.supply))}</SafeText>}
          />
        </StatGrid>
      )}
    </DataCard>
  );
}
