import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { PayoutForecast } from '#contract/admin-forecast';

import { type Supposed, forecastQuery } from '../../../api/admin-forecast.ts';
import { ADMIN_INTERVALS_MS } from '../../../api/admin-intervals.ts';
import { readOf } from '../../../api/read-of.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { DataCard } from '../../../ui/cards/data-card.tsx';
import { payoutsTexts as words } from '../../../texts/admin-payouts.ts';
import { Computed } from './computed.tsx';
import { DailyChart } from './daily-chart.tsx';
import { DailyTable } from './daily-table.tsx';
import { Counts } from './counts.tsx';
import { Periods } from './periods.tsx';
import { VaultTable } from './vault-table.tsx';
import { WhatIfCard } from './what-if.tsx';

/** What the treasury will have to pay, when, and whether it can. */
export default function PayoutsTab() {
  const [supposed, setSupposed] = useState<Supposed>({});
  const query = useQuery(forecastQuery(supposed));
  return (
    <div className="grid grid-cols-1 gap-4">
      <DataCard
        title={words.title}
        says={words}
        read={readOf(query, ADMIN_INTERVALS_MS.adminForecast)}
        skeleton={{ figures: 8 }}
      >
        {(forecast) => (
          <div className="grid grid-cols-1 gap-1">
            <Counts summary={forecast.summary} />
            <Computed forecast={forecast} />
          </div>
        )}
      </DataCard>
      <WhatIfCard supposed={supposed} forecast={query.data ?? null} onChange={setSupposed} />
      {query.data && <Details forecast={query.data} />}
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
