import { useState } from 'react';

import type { PendingSellJson } from '#contract/payouts/admin-sells';
import { MINUTE_MS } from '#domain/base/time';

import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { useKept } from '../../kernel/ui/state/use-kept.ts';
import {
  BY_AGE,
  NO_FILTER,
  type QueueFilter,
  type QueueOrder,
  type QueueSort,
  queueView,
} from './queue-view.ts';

/** Which request is open, and where it stood: the one that takes its place is open after it. */
interface Open {
  readonly id: string | null;
  readonly index: number;
}

export interface QueueState {
  readonly shown: readonly PendingSellJson[];
  readonly filter: QueueFilter;
  readonly setFilter: (filter: QueueFilter) => void;
  readonly order: QueueOrder;
  readonly sortBy: (by: QueueSort) => void;
  /** The one whose story is told; null where none is shown. */
  readonly open: PendingSellJson | null;
  readonly openOne: (id: string) => void;
  readonly step: (by: 1 | -1) => void;
  /** What is selected and in sight: nothing that a filter hides is ever decided. */
  readonly picked: readonly PendingSellJson[];
  readonly pick: (id: string, on: boolean) => void;
  readonly pickAll: (on: boolean) => void;
}

/** What is looked at of the queue, in which order, and what of it is open and selected. */
export function useQueue(pending: readonly PendingSellJson[]): QueueState {
  const [filter, setFilter] = useKept('admin queue filter', NO_FILTER);
  const [order, setOrder] = useKept('admin queue order', BY_AGE);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useKept<Open>('admin queue open', { id: null, index: 0 });
  // Ages are told in hours: by the minute is often enough.
  const now = Math.floor(useServerNow() / MINUTE_MS) * MINUTE_MS;
  const shown = queueView(pending, { filter, order, now });
  const found = shown.findIndex(({ id }) => id === at.id);
  const index = found === -1 ? Math.max(0, Math.min(at.index, shown.length - 1)) : found;
  const openAt = (next: number) => setAt({ id: shown[next]?.id ?? null, index: next });
  return {
    shown,
    filter,
    setFilter,
    order,
    sortBy: (by) => setOrder(turned(order, by)),
    open: shown[index] ?? null,
    openOne: (id) => openAt(shown.findIndex((sell) => sell.id === id)),
    step: (by) => openAt(Math.max(0, Math.min(index + by, shown.length - 1))),
    picked: shown.filter(({ id }) => chosen.has(id)),
    pick: (id, on) => {
      const next = new Set(chosen);
      if (on) next.add(id);
      else next.delete(id);
      setChosen(next);
    },
    pickAll: (on) => setChosen(new Set(on ? shown.map(({ id }) => id) : [])),
  };
}

/** Another column begins with its largest; the same one turns round. */
function turned(order: QueueOrder, by: QueueSort): QueueOrder {
  const isTurned = order.by === by && order.direction === 'descending';
  return { by, direction: isTurned ? 'ascending' : 'descending' };
}
