import { useState } from 'react';

import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import type { Age, Read } from '../kernel/ui/cards/read.ts';

const refresh = { running: false, start: () => undefined };
const fault = {
  message: 'The server could not answer. Please try again in a few moments.',
  requestId: '0198f3c2-5f0e-7b6e-9d43-a1c5e7d2b904',
};
const says = { loading: 'Loading', failed: 'Treasury backing could not be loaded' };

/** The four states of a card over data; the fifth, empty, is its content's. */
export function Cards() {
  const [readAt] = useState(() => Date.now());
  const fresh: Age = { readAt, overdueMs: 3_600_000, failed: false };
  const reads: readonly { readonly name: string; readonly read: Read<string> }[] = [
    { name: 'Loading', read: { state: 'loading' } },
    { name: 'Error', read: { state: 'error', fault, refresh } },
    {
      name: 'Stale',
      read: {
        state: 'ready',
        data: '997871.12',
        age: { ...fresh, readAt: readAt - 400_000, failed: true },
        refresh,
      },
    },
    { name: 'Ready', read: { state: 'ready', data: '997871.12', age: fresh, refresh } },
  ];
  return (
    <div className="grid items-start gap-4 wide:grid-cols-2">
      {reads.map(({ name, read }) => (
        <DataCard key={name} title={name} says={says} read={read} skeleton={{ figures: 1 }}>
          {(data) => <Figure value={data} decimals={2} prefix="$" size="lg" />}
        </DataCard>
      ))}
    </div>
  );
}
