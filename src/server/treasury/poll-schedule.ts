import { type Polled, hasMoved, nextPoll } from '#domain/payments/treasury-poll';
import type { Parts } from '../kernel/parts.ts';
import { mayQuoteBePaid } from '../payments/open-references.ts';

/** Result of one run of the cursor walk. */
export interface WalkResult {
  /** True if everything that is listed now has been processed. */
  readonly isComplete: boolean;
  readonly hasFound: boolean;
}

/**
 * Schedules the watcher's listings of the treasury's transactions: every two minutes, and after its balances
 * have moved.
 */
export function pollSchedule(
  { database, chain }: Pick<Parts, 'database' | 'chain'>,
  monotonicMs: () => number,
) {
  let polled: Polled = { listedAtMs: null, readAtMs: null, held: null };
  /** Balances before the current listing; a later payment shows as a difference. */
  let seen: Polled['held'] = null;
  let isListTurn = false;
  return {
    isDue: async (): Promise<boolean> => {
      const isQuoteOpen = await mayQuoteBePaid(database);
      const atMs = monotonicMs();
      const next = nextPoll(polled, { atMs, isQuoteOpen });
      if (next === 'wait') return false;
      const balances = await chain.balances('finalized');
      seen = balances.kind === 'fact' ? balances.value : null;
      isListTurn = next === 'list';
      polled = { ...polled, readAtMs: atMs };
      if (isListTurn) polled = { ...polled, listedAtMs: atMs };
      return isListTurn || (seen !== null && hasMoved(polled.held, seen));
    },
    ended: ({ isComplete, hasFound }: WalkResult): void => {
      if (!isComplete) polled = { ...polled, listedAtMs: null };
      // If a list does not show yet what has moved the balances, the next run lists again.
      if (isComplete && (isListTurn || hasFound)) polled = { ...polled, held: seen };
      seen = null;
    },
  };
}
