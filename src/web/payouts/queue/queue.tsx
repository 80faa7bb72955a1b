import { CircleCheckBig } from 'lucide-react';
import { useState, useEffectEvent, useLayoutEffect } from 'react';

import type { PendingSellJson } from '#contract/payouts/admin-sells';
import type { TreasuryBudget } from '#contract/payouts/admin-payouts';
import type { SellJson } from '#contract/sells/sells';

import { Card } from '../../kernel/ui/cards/card.tsx';
import { Empty } from '../../kernel/ui/cards/empty.tsx';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { useNarrow } from '../../kernel/ui/format/use-narrow.ts';
import { verificationsTexts } from './queue-texts.ts';
import { useHidden } from '../../kernel/dashboard/sensitive.tsx';
import type { Kind } from './decision.ts';
import { QueueFilters } from './queue-filters.tsx';
import { QueuePanel, QueueSheet } from './queue-panel.tsx';
import { QueueSelection } from './queue-selection.tsx';
import { QueueTable } from './queue-table.tsx';
import { type QueueState, useQueue } from './use-queue.ts';
import { createStoredStore } from '../../kernel/ui/state/create-store.ts';

const { pending: words, queue: texts } = verificationsTexts;

interface QueueProps {
  readonly pending: readonly PendingSellJson[];
  /** All that wait; the server sends the oldest of very many. */
  readonly count: number;
  readonly treasury: TreasuryBudget | null;
  readonly onDecide: (kind: Kind, sells: readonly SellJson[]) => void;
}

/** The requests that wait: a table, and the open one's story beside it. */
export function Queue(props: QueueProps) {
  if (props.pending.length > 0) return <Work {...props} />;
  return (
    <Card title={words.title(props.count)}>
      <Empty icon={<CircleCheckBig aria-hidden />} title={words.empty} hint={words.emptyHint} />
    </Card>
  );
}

function Work({ pending, count, treasury, onDecide }: QueueProps) {
  const queue = useQueue(pending);
  const { open, shown, picked } = queue;
  const isHidden = useHidden();
  const decide = (kind: Kind) => {
    if (picked.length > 0) onDecide(kind, picked);
    else if (open) onDecide(kind, [open]);
  };
  useQueueKeys({
    j: () => queue.step(1),
    k: () => queue.step(-1),
    x: () => open && queue.pick(open.id, !picked.includes(open)),
    a: () => decide('approve'),
    r: () => decide('reject'),
  });
  return (
    <Card
      dense
      title={words.title(count)}
      aside={<QueueSelection picked={picked} treasury={treasury} onDecide={decide} />}
    >
      <QueueFilters filter={queue.filter} onFilter={queue.setFilter}>
        <p>{texts.shown(shown.length, count)}</p>
        <KeysButton />
      </QueueFilters>
      <Requests queue={queue} treasury={treasury} onDecide={onDecide} />
      <p role="status" className="sr-only">
        {open &&
          texts.openNow(
            isHidden ? texts.panel : open.username,
            shown.indexOf(open) + 1,
            shown.length,
          )}
      </p>
    </Card>
  );
}

interface RequestsProps extends Pick<QueueProps, 'treasury' | 'onDecide'> {
  readonly queue: QueueState;
}

/** The table, and the open request beside it; on a phone, over it. */
function Requests({ queue, treasury, onDecide }: RequestsProps) {
  const isNarrow = useNarrow();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { open } = queue;
  if (!open) return <p className="text-quiet">{texts.none}</p>;
  const decideOpen = (kind: Kind) => {
    setSheetOpen(false);
    onDecide(kind, [open]);
  };
  return (
    <div className="grid grid-cols-1 gap-4 wide:grid-cols-[minmax(0,1fr)_360px]">
      <QueueTable
        queue={queue}
        onOpen={(id) => {
          queue.openOne(id);
          setSheetOpen(true);
        }}
      />
      {!isNarrow && <QueuePanel sell={open} treasury={treasury} onDecide={decideOpen} />}
      {isNarrow && isSheetOpen && (
        <QueueSheet
          sell={open}
          treasury={treasury}
          onDecide={decideOpen}
          onClose={() => setSheetOpen(false)}
        />
      )}
    </div>
  );
}

/** Says which keys there are, and turns them off and on. */
function KeysButton() {
  const isOn = queueKeys.useValue();
  return (
    <Button
      size="sm"
      tone="quiet"
      className="max-sm:hidden"
      aria-pressed={isOn}
      data-hint={texts.keysHint}
      onClick={() => queueKeys.set(!isOn)}
    >
      {isOn ? texts.keys : texts.keysOff}
    </Button>
  );
}

/** Single letters get in the way of some software for speaking and dictating: they can be turned off. */
const queueKeys = createStoredStore({
  storage: () => localStorage,
  keys: ['adminQueueKeys'],
  parse: ([text]) => text !== 'off',
  format: (on) => [on ? null : 'off'],
});

/** What takes letters itself, or stands over the page. */
const TAKES_LETTERS =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=dialog]';

/** Calls what belongs to a letter, wherever on the page it is pressed. */
function useQueueKeys(actions: Readonly<Record<string, () => void>>): void {
  const isOn = queueKeys.useValue();
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isTaken = target instanceof Element && target.closest(TAKES_LETTERS) !== null;
    if (isTaken || document.querySelector('[role=dialog]') !== null) return;
    const act = actions[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // With the rows themselves: a letter typed as soon as they are seen counts.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}
