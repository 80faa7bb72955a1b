import { type Watched, hasMoved, watchTurn } from '#domain/bonds/watch-turn';
import type { Parts } from '../parts.ts';
import { watchTurnFacts } from '../store/bonds/open-references.ts';

/** What one run of the watcher came to. */
export interface WatchRun {
  /** Whether everything up to now was listed and dealt with. */
  readonly isComplete: boolean;
  readonly hasFound: boolean;
}

/** When the watcher lists what reached the treasury: once a minute, and when its balances have moved. */
export function watchTurns({ database, chain }: Pick<Parts, 'database' | 'chain'>) {
  let watched: Watched = { listedAt: null, lookedAt: null, held: null };
  /** What was held before the listing that is under way; a payment after it shows as a difference. */
  let seen: Watched['held'] = null;
  let isListTurn = false;
  return {
    isDue: async (): Promise<boolean> => {
      const facts = await watchTurnFacts(database);
      const turn = watchTurn(watched, facts);
      if (turn === 'wait') return false;
      const balances = await chain.balances('finalized');
      seen = balances.kind === 'fact' ? balances.value : null;
      isListTurn = turn === 'list';
      watched = { ...watched, lookedAt: facts.now };
      if (isListTurn) watched = { ...watched, listedAt: facts.now };
      return isListTurn || (seen !== null && hasMoved(watched.held, seen));
    },
    ended: ({ isComplete, hasFound }: WatchRun): void => {
      if (!isComplete) watched = { ...watched, listedAt: null };
      // A list that does not show yet what has moved the balances is asked for again.
      if (isComplete && (isListTurn || hasFound)) watched = { ...watched, held: seen };
      seen = null;
    },
  };
}
