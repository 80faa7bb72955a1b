import type { HistoryItemJson } from '#contract/portfolio/portfolio';
import { type HistoryFilter, type ItemReader, filterItems } from '#domain/portfolio/history-filter';
import { instant, iso } from '#domain/base/time';

import { startOfDay } from '../../kernel/ui/format/local-time.ts';

/** What is chosen on the screen; '' is no choice. Dates are days of the reader's own calendar, null while half typed. */
export interface Choice {
  readonly type: HistoryItemJson['type'] | 'all';
  readonly status: HistoryItemJson['status'] | '';
  readonly from: string | null;
  readonly to: string | null;
  readonly search: string;
}

export const NO_CHOICE: Choice = { type: 'all', status: '', from: '', to: '', search: '' };

const READER: ItemReader<HistoryItemJson> = {
  at: ({ createdAt }) => instant(Date.parse(createdAt)),
  token: ({ tokenType }) => tokenType,
  reference: ({ projectTxId }) => projectTxId,
};

/** The transactions that a choice lets through, in their order. */
export function chosen(items: readonly HistoryItemJson[], choice: Choice): HistoryItemJson[] {
  return filterItems(items, filterOf(choice), READER);
}

/** Whether the panel's fields are empty, or never touched. */
export function isCleared({ status, from, to, search }: Choice): boolean {
  return status === '' && from === '' && to === '' && search === '';
}

/** How many of the panel's fields narrow the list. */
export function narrowing({ status, from, to, search }: Choice): number {
  return [status, from, to, search.trim()].filter(Boolean).length;
}

/** The same choice as the export takes it. */
export function exportQuery(choice: Choice) {
  const { from, to, ...rest } = filterOf(choice);
  return { ...rest, from: from && iso(from), to: to && iso(to) };
}

/** From the first day's first moment to the last day's end, which is the next day's first moment. */
function filterOf({ type, status, from, to, search }: Choice): HistoryFilter {
  const text = search.trim();
  return {
    type: type === 'all' ? undefined : type,
    status: status === '' ? undefined : status,
    from: from ? instant(startOfDay(from, 0).getTime()) : undefined,
    to: to ? instant(startOfDay(to, 1).getTime()) : undefined,
    search: text === '' ? undefined : text,
  };
}
