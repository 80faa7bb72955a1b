import type { PayoutForecast } from '#contract/admin-forecast';

import { Figure } from '../../../ui/format/figure.tsx';
import { Stat } from '../../../ui/cards/stat.tsx';
import { StatGrid } from '../../../ui/cards/stat-grid.tsx';
import { payoutsTexts } from '../../../texts/admin-payouts.ts';
import { SafeFigure } from '../sensitive.tsx';

const { counts: words } = payoutsTexts;

/** How many vaults mature when, and what that costs at most and on average. */
export function Counts({ summary }: { readonly summary: PayoutForecast['summary'] }) {
  const count = (value: number) => <Figure value={String(value)} decimals={0} size="lg" />;
  const usd = (value: string) => <SafeFigure value={value} prefix="$" size="lg" />;
  return (
    <StatGrid>
      <Stat label={words.active} value={count(summary.totalActiveVaults)} />
      <Stat label={words.week} value={count(summary.vaultsMaturing7Days)} />
      <Stat label={words.month} value={count(summary.vaultsMaturing30Days)} />
      <Stat label={words.matured} value={count(summary.totalMaturedVaults)} />
      <Stat label={words.average} value={usd(summary.averageDailyUSD)} />
      <Stat label={words.peak} value={usd(summary.peakDailyUSD)} />
      <Stat
        label={words.soon}
        value={<SafeFigure value={summary.next48HoursSOL} unit="SOL" size="lg" />}
        note={<SafeFigure value={summary.next48HoursUSD} prefix="$" />}
      />
      <Stat
        label={words.weekTotal}
        value={<SafeFigure value={summary.next7DaysRequiredSOL} unit="SOL" size="lg" />}
      />
    </StatGrid>
  );
}
