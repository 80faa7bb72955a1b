import { adminHealthQuery } from '../../../api/admin-queries.ts';
import { useRead } from '../../../api/read-of.ts';
import { Columns } from '../../../ui/cards/columns.tsx';
import { DataCard } from '../../../ui/cards/data-card.tsx';
import { systemTexts as words } from '../../../texts/admin-system.ts';
import { Alerts } from './alerts.tsx';
import { Configuration } from './configuration.tsx';
import { HealthStatus } from './health-status.tsx';
import { Jobs } from './jobs.tsx';
import { Nonces } from './nonces.tsx';
import { MovementsCard } from './movements-card.tsx';
import { Performance } from './performance.tsx';
import { PriceFeed } from './price-feed.tsx';
import { ProofCard } from './proof-card.tsx';
import { Purse } from './purse.tsx';
import { Watcher } from './watcher.tsx';

/** How everything is, as measured: nothing here is fixed text. */
export default function SystemTab() {
  const read = useRead(adminHealthQuery());
  const shared = { read, says: words, skeleton: { rows: 6 } };
  const below = { ...shared, ageless: true };
  return (
    <div className="grid grid-cols-1 gap-4">
      <DataCard title={words.alerts} {...shared}>
        {(health) => <Alerts health={health} />}
      </DataCard>
      <Columns
        left={
          <>
            <DataCard title={words.health} {...below}>
              {(health) => <HealthStatus health={health} />}
            </DataCard>
            <DataCard title={words.purse} {...below}>
              {(health) => <Purse health={health} />}
            </DataCard>
            <DataCard title={words.watcher} {...below}>
              {(health) => <Watcher health={health} />}
            </DataCard>
            <DataCard title={words.jobs} {...below}>
              {(health) => <Jobs health={health} />}
            </DataCard>
          </>
        }
        right={
          <>
            <DataCard title={words.performance} {...below}>
              {(health) => <Performance health={health} />}
            </DataCard>
            <Nonces />
            <ProofCard />
            <DataCard title={words.feedTitle} {...below}>
              {(health) => <PriceFeed health={health} />}
            </DataCard>
            <DataCard title={words.configuration} {...below}>
              {(health) => <Configuration health={health} />}
            </DataCard>
          </>
        }
      />
      <MovementsCard />
    </div>
  );
}
