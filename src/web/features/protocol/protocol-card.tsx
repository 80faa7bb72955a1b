import { useQuery } from '@tanstack/react-query';

import { INTERVALS_MS } from '../../api/intervals.ts';
import { protocolSettingsQuery } from '../../api/queries.ts';
import { readOf } from '../../api/read-of.ts';
import { DataCard } from '../../ui/cards/data-card.tsx';
import { protocolTexts } from '../../texts/protocol.ts';
import { ApyStat } from './apy-stat.tsx';
import { Fees } from './fees.tsx';
import { Life } from './life.tsx';
import { PriceStat } from './price-stat.tsx';

/** What LMT costs, what it earns, what is charged and how long things take. */
export function ProtocolCard() {
  const query = useQuery(protocolSettingsQuery());
  return (
    <DataCard
      title={protocolTexts.title}
      says={protocolTexts}
      read={readOf(query, INTERVALS_MS.protocolSettings)}
      skeleton={{ figures: 2, known: <Life />, pairs: 4, items: 1 }}
    >
      {(settings) => (
        <div className="grid gap-7">
          <div className="grid gap-6 sm:grid-cols-2">
            <PriceStat settings={settings} />
            <ApyStat settings={settings} />
          </div>
          <Life />
          <Fees settings={settings} />
        </div>
      )}
    </DataCard>
  );
}
