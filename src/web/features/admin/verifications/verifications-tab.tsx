import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { SellJson } from '#contract/sells';

import { adminSellsQuery } from '../../../api/admin-queries.ts';
import { isUnderWay } from '../../../api/admin-sells.ts';
import { ADMIN_INTERVALS_MS } from '../../../api/admin-intervals.ts';
import { readOf } from '../../../api/read-of.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { verificationsTexts as words } from '../../../texts/admin-verifications.ts';
import { ReadPart } from '../../../ui/cards/read-part.tsx';
import { Counters } from './counters.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { History } from './history.tsx';
import { Queue } from './queue.tsx';
import { UnderWay } from './under-way.tsx';
import type { Kind } from './decision.ts';

interface Deciding {
  readonly kind: Kind;
  readonly sells: readonly SellJson[];
}

export default function VerificationsTab() {
  const read = readOf(useQuery(adminSellsQuery()), ADMIN_INTERVALS_MS.adminSells);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [approved, setApproved] = useState<readonly string[]>([]);
  if (read.state !== 'ready') {
    return (
      <Card title={words.counters.title}>
        <ReadPart read={read} says={words} skeleton={{ figures: 4, items: 6 }}>
          {() => null}
        </ReadPart>
      </Card>
    );
  }
  const { data } = read;
  // What was approved here stays in sight once it is paid, or has failed.
  const isPaidHere = (sell: SellJson) => approved.includes(sell.id) && !isUnderWay(sell);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Counters sells={data} age={read.age} refresh={read.refresh} />
      <Queue
        pending={data.pending}
        count={data.pendingCount}
        treasury={data.treasury}
        onDecide={(kind, sells) => setDeciding({ kind, sells })}
      />
      <UnderWay
        sells={[...data.underWay, ...data.decided.filter(isPaidHere)]}
        outside={data.outside}
        onHide={() => setApproved([])}
      />
      <History recent={data.decided} />
      {deciding && (
        <DecideDialog
          {...deciding}
          treasury={data.treasury}
          onDecided={({ id }) => {
            if (deciding.kind === 'approve') setApproved((ids) => [...ids, id]);
          }}
          onClose={() => setDeciding(null)}
        />
      )}
    </div>
  );
}
