import { Inbox } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../kernel/ui/forms/button.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { Segmented } from '../kernel/ui/forms/segmented.tsx';
import { Tabs } from '../kernel/ui/cards/tabs.tsx';
import { Specimen } from './specimen.tsx';

const PERIODS = [
  { value: 'week', label: '7 days' },
  { value: 'month', label: '30 days' },
] as const;

export function TabSets() {
  const [tab, setTab] = useState<'overview' | 'positions' | 'history'>('positions');
  const [period, setPeriod] = useState<'week' | 'month'>('week');
  const empty = (
    <Empty
      icon={<Inbox aria-hidden />}
      title="No active positions"
      hint="Bond SOL or USDC to get your first LMT."
      action={<Button tone="primary">Start Bonding</Button>}
    />
  );
  return (
    <Card title="Tabs, segments, empty">
      <Tabs
        label="Portfolio"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'overview', label: 'Overview', content: <p>Overview</p> },
          { value: 'positions', label: 'Positions', content: empty },
          { value: 'history', label: 'History', content: <p>History</p> },
        ]}
      />
      <Specimen name="Segmented">
        <Segmented label="Period" value={period} options={PERIODS} onChange={setPeriod} />
      </Specimen>
    </Card>
  );
}
