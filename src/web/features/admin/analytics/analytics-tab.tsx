import { useState } from 'react';

import { POINT_RANGES, type PointRange } from '#domain/treasury/treasury-points';

import { optionsOf } from '../../../ui/forms/options.ts';
import { Segmented } from '../../../ui/forms/segmented.tsx';
import { analyticsTexts as words } from '../../../texts/admin-analytics.ts';
import { ChainAudit } from './chain-audit.tsx';
import { Growth } from './growth.tsx';
import { OverTime } from './over-time.tsx';
import { Performance } from './performance.tsx';
import { Revenue } from './revenue.tsx';

const RANGES = Object.keys(POINT_RANGES) as PointRange[];

/** Revenue, users and the treasury over time, and the bonds held against the chain. */
export default function AnalyticsTab() {
  const [range, setRange] = useState<PointRange>('30d');
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="max-w-full overflow-x-auto">
        <Segmented<PointRange>
          label={words.range}
          value={range}
          options={optionsOf(RANGES, words.ranges)}
          onChange={setRange}
        />
      </div>
      <Performance />
      <Revenue range={range} />
      <Growth range={range} />
      <OverTime range={range} />
      <ChainAudit />
    </div>
  );
}
