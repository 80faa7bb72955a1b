import type { TreasuryStats } from '#contract/treasury/treasury';

import { useRead } from '../kernel/api/read-of.ts';
import { treasuryStatsQuery } from '../kernel/api/reads/treasury-queries.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { PALETTE } from '../kernel/ui/charts/palette.ts';
import { sharesOf } from '../kernel/ui/charts/shares.ts';
import { treasuryTexts } from './treasury-texts.ts';
import { REVENUE_SHAPE } from './skeleton-shapes.ts';

const { revenue } = treasuryTexts;
const STREAMS = ['arbitrageTrading', 'yieldFarming', 'highFrequencyTrading'] as const;

/** What the treasury earns a day, by where it comes from. */
export function RevenueCard() {
  return (
    <DataCard
      title={revenue.title}
      says={revenue}
      read={useRead(treasuryStatsQuery())}
      skeleton={REVENUE_SHAPE}
    >
      {(stats) => (
        <>
          <Streams stats={stats} />
          <p className="mt-4 flex items-baseline justify-between border-t border-line pt-3">
            <span className="text-quiet">{revenue.total}</span>
            <Figure value={stats.totalRevenue} prefix="$" className="text-md" />
          </p>
          <p className="mt-1 text-sm text-faint">{revenue.note}</p>
        </>
      )}
    </DataCard>
  );
}

function Streams({ stats }: { readonly stats: TreasuryStats }) {
  const shares = sharesOf(STREAMS.map((name) => stats[name]));
  return (
    <ul className="grid gap-3">
      {STREAMS.map((name, index) => (
        <li key={name}>
          <p className="flex items-baseline justify-between gap-3">
            <span className="text-quiet">{revenue.streams[name]}</span>
            <Figure value={stats[name]} prefix="$" />
          </p>
          <div aria-hidden className="mt-1 h-[5px] overflow-hidden rounded-[3px] bg-raise">
            <i
              className="block h-full rounded-[3px]"
              style={{ width: `${(shares[index] ?? 0) / 100}%`, background: PALETTE[index] }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
