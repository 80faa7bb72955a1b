import type { Journal } from './ledger.ts';
import type { Token } from './money.ts';
import type { ItemType } from './references.ts';
import type { Instant } from './time.ts';

export type ItemStatus = 'completed' | 'pending' | 'failed';

/** A line of the user's history. Its reference number is given when it is stored. */
export interface HistoryItem {
  readonly type: ItemType;
  readonly userId: string;
  /** Id of the bond, vault or sell request that it tells of. */
  readonly subject: string;
  readonly at: Instant;
  readonly amount: bigint;
  readonly token: Token;
  /**
   * In base units of `feeToken`: what the postings charge; of a sell, what its request fixed. Stored with the
   * line, because looking up the postings of each line makes reading a long history 2.5 times as slow.
   */
  readonly fee: bigint;
  readonly feeToken: Token;
  readonly status: ItemStatus;
  readonly hash: string | null;
  readonly note: string | null;
}

/** A line of history as it is kept, with its id and its reference's number. */
export interface NumberedItem extends Omit<HistoryItem, 'userId' | 'subject'> {
  readonly id: string;
  readonly number: bigint;
}

/** What a rule decided: the thing as it is now, the entries and the history lines that made it so. */
export interface Change<T> {
  readonly next: T;
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
}

/** A change of nothing. */
export function unchanged<T>(next: T): Change<T> {
  return { next, journals: [], items: [] };
}

/** One change after another: the second's result with the entries of both. */
export function followedBy<A, B>(first: Change<A>, second: Change<B>): Change<B> {
  return {
    next: second.next,
    journals: [...first.journals, ...second.journals],
    items: [...first.items, ...second.items],
  };
}
