import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';

import type { TreasuryPurse } from '#contract/admin-health';
import type { SellJson } from '#contract/sells';

import { Button } from '../../../ui/forms/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { Empty } from '../../../ui/cards/empty.tsx';
import { verificationsTexts } from '../../../texts/admin-verifications.ts';
import { Toolbar } from '../../../ui/tables/toolbar.tsx';
import { Check } from './check.tsx';
import { PendingCard } from './pending-card.tsx';
import type { Kind } from './decision.ts';

const { pending: words } = verificationsTexts;
/** As many as one reviews at once; the rest follows on a click. */
const PAGE = 20;

interface PendingListProps {
  readonly pending: readonly SellJson[];
  readonly count: number;
  readonly treasury: TreasuryPurse | null;
  readonly onDecide: (kind: Kind, sells: readonly SellJson[]) => void;
}

/** The queue, oldest first; each to be decided by itself, or several at once. */
export function PendingList({ pending, count, treasury, onDecide }: PendingListProps) {
  const [limit, setLimit] = useState(PAGE);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = pending.slice(0, limit);
  // What was decided meanwhile is not chosen any more.
  const picked = pending.filter(({ id }) => chosen.has(id));
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <Card title={words.title(count)}>
      {pending.length === 0 ? (
        <Empty icon={<CircleCheckBig aria-hidden />} title={words.empty} hint={words.emptyHint} />
      ) : (
        <>
          <Selection
            shown={shown}
            picked={picked}
            onAll={(on) => setChosen(new Set(on ? shown.map(({ id }) => id) : []))}
            onDecide={(kind) => onDecide(kind, picked)}
          />
          <ul className="grid grid-cols-1 gap-3">
            {shown.map((sell, index) => (
              <PendingCard
                key={sell.id}
                sell={sell}
                treasury={treasury}
                isChosen={chosen.has(sell.id)}
                isFirst={index === 0}
                onChoose={(on) => choose(sell.id, on)}
                onDecide={(kind) => onDecide(kind, [sell])}
              />
            ))}
          </ul>
          {count > shown.length && (
            <div className="mt-4 flex flex-wrap items-center gap-3">
              <p className="text-sm text-faint">{words.rest(shown.length, count)}</p>
              {pending.length > shown.length && (
                <Button size="sm" onClick={() => setLimit(limit + PAGE)}>
                  {words.more(Math.min(PAGE, pending.length - shown.length))}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </Card>
  );
}

interface SelectionProps {
  readonly shown: readonly SellJson[];
  readonly picked: readonly SellJson[];
  readonly onAll: (on: boolean) => void;
  readonly onDecide: (kind: Kind) => void;
}

function Selection({ shown, picked, onAll, onDecide }: SelectionProps) {
  const none = picked.length === 0;
  return (
    <Toolbar label={words.tools}>
      <Check
        label={words.selectAll}
        checked={!none && picked.length >= shown.length}
        onChange={onAll}
      >
        {words.selectAll}
      </Check>
      <span role="status" className="text-sm text-faint">
        {words.selected(picked.length)}
      </span>
      <Button size="sm" tone="primary" disabled={none} onClick={() => onDecide('approve')}>
        {words.approveSelected}
      </Button>
      <Button size="sm" disabled={none} onClick={() => onDecide('reject')}>
        {words.rejectSelected}
      </Button>
    </Toolbar>
  );
}
