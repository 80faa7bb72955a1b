import { type Watched, hasMoved, watchTurn } from '#domain/bonds/watch-turn';
import type { Parts } from '../parts.ts';
import { mayQuoteBePaid } from '../store/bonds/open-references.ts';

/** What one run of the watcher came to. */
export interface WatchRun {
  /** Whether everything up to now was listed and dealt with. */
  readonly isComplete: boolean;
  readonly hasFound: boolean;
}

/** When the watcher lists what reached the treasury: once a minute, and when its balances have moved. */
export function watchTurns({ database, chain }: Pick<Parts, 'database' | 'chain'>) {
  let watched: Watched = { listedAtMs: null, lookedAtMs: null, held: null };
  /** What was held before the listing that is under way; a payment after it shows as a difference. */
  let seen: Watched['held'] = null;
  let isListTurn = false;
  return {
    isDue: async (): Promise<boolean> => {
      const isQuoteOpen = await mayQuoteBePaid(database);
      const atMs = performance.now();
      const turn = watchTurn(watched, { atMs, isQuoteOpen });
      if (turn === 'wait') return false;
      const balances = await chain.balances('finalized');
      seen = balances.kind === 'fact' ? balances.value : null;
      isListTurn = turn === 'list';
      watched = { ...watched, lookedAtMs: atMs };
      if (isListTurn) watched = { ...watched, listedAtMs: atMs };
      return isListTurn || (seen !== null && hasMoved(watched.held, seen));
    },
    ended: ({ isComplete, hasFound }: WatchRun): void => {
      if (!isComplete) watched = { ...watched, listedAtMs: null };
      // A list that does not show yet what has moved the balances is asked for again.
      if (isComplete && (isListTurn || hasFound)) watched = { ...watched, held: seen };
      seen = null;
    },
  };
}
