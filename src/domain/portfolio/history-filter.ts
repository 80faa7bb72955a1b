import type { ItemStatus, NumberedItem } from '../base/change.ts';
import type { Token } from '../base/money.ts';
import { type ItemType, reference } from '../base/references.ts';
import type { Instant } from '../base/time.ts';

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

/** What every form of an item has. */
interface Item {
  readonly type: ItemType;
  readonly status: ItemStatus;
  readonly hash: string | null;
  readonly note: string | null;
}

/** How the rest is read from a form of an item. */
export interface ItemReader<T extends Item> {
  readonly at: (item: T) => Instant;
  readonly token: (item: T) => Token;
  readonly reference: (item: T) => string;
}

const NUMBERED: ItemReader<NumberedItem> = {
  at: ({ at }) => at,
  token: ({ token }) => token,
  reference: ({ type, at, number }) => reference(type, at, number),
};

/** The items that a filter lets through, in their order. */
export function filterHistory<T extends NumberedItem>(
  items: readonly T[],
  filter: HistoryFilter,
): T[] {
  return filterItems(items, filter, NUMBERED);
}

/** The same for items of any form. */
export function filterItems<T extends Item>(
  items: readonly T[],
  { type, status, from, to, search = '' }: HistoryFilter,
  read: ItemReader<T>,
): T[] {
  const text = search.trim().toLowerCase();
  return items.filter(
    (item) =>
      (type === undefined || item.type === type) &&
      (status === undefined || item.status === status) &&
      (from === undefined || read.at(item) >= from) &&
      (to === undefined || read.at(item) < to) &&
      (text === '' || textOf(item, read).includes(text)),
  );
}

function textOf<T extends Item>(item: T, read: ItemReader<T>): string {
  const { hash, note, type, status } = item;
  const words = [read.reference(item), hash, note, read.token(item), type, status];
  return words.join(' ').toLowerCase();
}
