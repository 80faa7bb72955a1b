import { useState } from 'react';
import type { SellJson } from '#contract/sells/sells';
import { adminSellsQuery } from '../../kernel/api/reads/admin-queries.ts';
import { useRead } from '../../kernel/api/read-of.ts';
import { Card } from '../../kernel/ui/cards/card.tsx';
import { verificationsTexts as words } from './queue-texts.ts';
import { ReadPart } from '../../kernel/ui/cards/read-part.tsx';
import { Counters } from './counters.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { Queue } from './queue.tsx';
import { PayoutsInProgress, isPayoutInProgress } from './payouts-in-progress.tsx';
import { asTheyAre } from './budget.ts';
import type { Kind } from './decision.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { useKept } from '../../kernel/ui/state/use-kept.ts';
import { AllRequests } from './all-requests.tsx';
import { SellTable } from './sell-table.tsx';

interface Deciding {
  readonly kind: Kind;
  readonly sells: readonly SellJson[];
}

export default function VerificationsTab() {
  const read = useRead(adminSellsQuery());
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
  const isPaidHere = (sell: SellJson) => approved.includes(sell.id) && !isPayoutInProgress(sell);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Counters sells={data} age={read.age} refresh={read.refresh} />
      <Queue
        pending={data.pending}
        count={data.pendingCount}
        treasury={data.treasury}
        onDecide={(kind, sells) => setDeciding({ kind, sells })}
      />
      <PayoutsInProgress
        sells={[...data.underWay, ...data.decided.filter(isPaidHere)]}
        outside={data.outside}
        onHide={() => setApproved([])}
      />
      <History recent={data.decided} />
      {deciding && (
        <DecideDialog
          kind={deciding.kind}
          sells={asTheyAre(deciding.sells, data.pending)}
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

const { history: historyWords } = words;

/** The last ten requests that were decided; on a click all there ever were. */
function History({ recent }: { readonly recent: readonly SellJson[] }) {
  const [isWhole, setWhole] = useKept('admin sells all', false);
  return (
    <Card
      title={isWhole ? historyWords.titleAll : historyWords.title}
      aside={
        <Button size="sm" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? historyWords.recent : historyWords.all}
        </Button>
      }
    >
      {isWhole ? (
        <AllRequests />
      ) : recent.length === 0 ? (
        <p className="text-quiet">{historyWords.empty}</p>
      ) : (
        <SellTable label={historyWords.title} sells={recent} />
      )}
    </Card>
  );
}
