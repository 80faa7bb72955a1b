import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { withReadsHeld } from '../api/live/held-reads.ts';
import { refreshAll } from '../api/query-client.ts';
import { texts } from '../ui/texts/shared-texts.ts';
import { type InTurn, eachInTurn } from '../ui/state/each-in-turn.ts';
import { addressNow } from './state.ts';

interface Asked<T, R> {
  readonly items: readonly T[];
  readonly act: (item: T) => Promise<R>;
  readonly onEnd: (ended: InTurn<R>) => void;
}

interface Work {
  readonly isBusy: boolean;
  /** How far it is, such as '12 of 260'; undefined where it is one step. */
  readonly busyText: string | undefined;
  readonly start: () => void;
}

/**
 * Does the same with each of the user's things, one after the other, then reads everything again. It ends
 * where the wallet is used by another user, who is told nothing of it.
 */
export function useInTurn<T, R>({ items, act, onEnd }: Asked<T, R>): Work {
  const [far, setFar] = useState({ count: 0, all: 0 });
  const { isPending, mutate } = useMutation({
    mutationFn: () => {
      const address = addressNow();
      setFar({ count: 0, all: items.length });
      const watched = {
        onStep: (count: number) => setFar({ count, all: items.length }),
        goesOn: () => addressNow() === address,
      };
      return withReadsHeld(() => eachInTurn(items, act, watched));
    },
    onSuccess: async (ended) => {
      if (ended.isLeft) return;
      const read = refreshAll();
      onEnd(ended);
      await read;
    },
  });
  const { count, all } = far;
  const busyText = isPending && all > 1 ? texts.actions.busyWith(count, all) : undefined;
  return { isBusy: isPending, busyText, start: () => mutate() };
}
