import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import type { Health } from '#contract/alerts/health';
import type { AdminStats } from '#contract/treasury/admin-stats';

import { adminHealthQuery, adminStatsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { useRead } from '../../kernel/api/read-of.ts';
import { Badge } from '../../kernel/ui/marks/badge.tsx';
import { DataCard } from '../../kernel/ui/cards/data-card.tsx';
import { Stat } from '../../kernel/ui/cards/stat.tsx';
import { StatGrid } from '../../kernel/ui/cards/stat-grid.tsx';
import { overviewTexts as words } from './overview-texts.ts';
import { texts } from '../../kernel/ui/texts/shared-texts.ts';
import { SafeText, largeCount, largeUsd } from '../../kernel/dashboard/sensitive.tsx';

/** Users, treasury, revenue and how the system is. */
export function FigureCards() {
  const { data: health } = useQuery(adminHealthQuery());
  return (
    <DataCard
      title={words.figures}
      says={words}
      read={useRead(adminStatsQuery())}
      skeleton={{ figures: 4 }}
    >
      {(stats) => <Figures stats={stats} health={health ?? null} />}
    </DataCard>
  );
}

interface FiguresProps {
  readonly stats: AdminStats;
  readonly health: Health | null;
}

function Figures({ stats, health }: FiguresProps) {
  return (
    <StatGrid>
      <Stat
        label={words.users}
        value={largeCount(stats.totalUsers)}
        note={<SafeText>{words.newToday(stats.newUsersToday)}</SafeText>}
      />
      <Stat
        label={words.treasury}
        value={largeUsd(stats.totalTreasuryValue)}
        note={words.treasuryNote}
      />
      <Stat label={words.revenue} value={largeUsd(stats.dailyRevenue)} note={words.revenueNote} />
      <Stat
        label={words.status}
        value={<SystemState health={health} />}
        note={<AlertsNote health={health} />}
      />
    </StatGrid>
  );
}

function SystemState({ health }: { readonly health: Health | null }) {
  if (!health) return <span className="text-faint">{texts.figure.none}</span>;
  const state = health.emergency?.paused === true ? 'Paused' : health.api;
  const isWell = state === 'Operational' && health.alerts.length === 0;
  return (
    <span className="inline-flex min-h-6 items-center">
      <Badge tone={isWell ? 'good' : 'time'}>{words.states[state]}</Badge>
    </span>
  );
}

/** Nothing is said of alerts before they are known. */
function AlertsNote({ health }: { readonly health: Health | null }) {
  if (!health) return <>&nbsp;</>;
  const { length } = health.alerts;
  if (length === 0) return words.noAlerts;
  return (
    <Link href="/admin?tab=system" className="text-amber underline underline-offset-2">
      {words.alerts(length)}
    </Link>
  );
}
