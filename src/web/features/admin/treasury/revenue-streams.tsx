import { PATHS } from '#contract/paths';

import { adminSettingsQuery } from '../../../api/admin-queries.ts';
import { useRead } from '../../../api/read-of.ts';
import { DataCard } from '../../../ui/cards/data-card.tsx';
import { adminTreasuryTexts } from '../../../texts/admin-treasury.ts';
import { SafeFigure } from '../sensitive.tsx';
import { ValueRows } from '../value-rows.tsx';

const { revenue: words } = adminTreasuryTexts;
const STREAMS = ['arbitrageTrading', 'yieldFarming', 'highFrequencyTrading'] as const;

/** What the treasury earns a day, stream by stream, and their sum. */
export function RevenueStreams() {
  return (
    <DataCard
      title={words.title}
      says={words}
      read={useRead(adminSettingsQuery())}
      skeleton={{ items: 3, rows: 1 }}
    >
      {(settings) => (
        <div className="grid grid-cols-1 gap-2">
          <ValueRows
            path={PATHS.adminRevenue}
            says={words.toast}
            values={STREAMS.map((name) => ({
              name,
              label: words.names[name],
              kind: 'usd',
              value: settings[name],
              hint: words.hint,
              note: words.note,
            }))}
          />
          <p className="flex items-baseline justify-between border-t border-line pt-3">
            <span className="text-quiet">{words.total}</span>
            <SafeFigure value={settings.totalRevenue} prefix="$" className="text-md" />
          </p>
        </div>
      )}
    </DataCard>
  );
}
