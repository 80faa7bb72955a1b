import type { ItemStatus, NumberedItem } from '../base/change.ts';
import type { Token } from '../base/money.ts';
import { type ItemType, reference } from '../base/references.ts';
import type { Instant } from '../base/time.ts';

/** Filter of a history list; an absent field matches everything. */
export interface HistoryFilter {
  readonly type?: ItemType | undefined;
  readonly status?: ItemStatus | undefined;
  /** Inclusive. */
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly to?: Instant | undefined;
  /** Part of a reference, a hash, a note or a token, in any letter case. */
  readonly search?: string | undefined;
}

/** Fields that all forms of an item share. */
interface Item {
  readonly type: ItemType;
  readonly status: ItemStatus;
  readonly hash: string | null;
  readonly note: string | null;
}

/** Reads the fields that differ between forms of an item. */
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

/** Returns the matching items, in order. */
export function filterHistory<T extends NumberedItem>(
  items: readonly T[],
  filter: HistoryFilter,
): T[] {
  return filterItems(items, filter, NUMBERED);
}

/** Filters items of any form. */
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
