import type { ItemStatus, NumberedItem } from './change.ts';
import { type ItemType, reference } from './references.ts';
import type { Instant } from './time.ts';

/** What a list of history is narrowed by; everything that is left out lets all through. */
export interface HistoryFilter {
  readonly type?: ItemType | undefined;
  readonly status?: ItemStatus | undefined;
  /** From this instant on … */
  readonly from?: Instant | undefined;
  /** … and before this one. */
  readonly to?: Instant | undefined;
  /** Part of a reference, a hash, a note or a token; letter case does not matter. */
  readonly search?: string | undefined;
}

/** The items that a filter lets through, in their order. */
export function filterHistory<T extends NumberedItem>(
  items: readonly T[],
  { type, status, from, to, search = '' }: HistoryFilter,
): T[] {
  const text = search.trim().toLowerCase();
  return items.filter(
    (item) =>
      (type === undefined || item.type === type) &&
      (status === undefined || item.status === status) &&
      (from === undefined || item.at >= from) &&
      (to === undefined || item.at < to) &&
      (text === '' || textOf(item).includes(text)),
  );
}

function textOf(item: NumberedItem): string {
  const { type, at, number, hash, note, token, status } = item;
  return [reference(type, at, number), hash, note, token, type, status].join(' ').toLowerCase();
}
