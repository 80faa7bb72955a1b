import { useState } from 'react';

import { AdminSessionEnded } from '../../kernel/api/admin-client.ts';
import { refreshAll } from '../../kernel/api/query-client.ts';
import type { Decision, Decisions } from './decision.ts';

/** Decides about things, and tells how far each is. */
export type Decide<T> = (
  left: readonly T[],
  mark: (item: T, decision: Decision) => void,
) => Promise<void>;

interface DecisionsOptions<T> {
  readonly items: readonly T[];
  /** Told of each that was decided. */
  readonly onDecided?: (item: T) => void;
  /** Told how it went, whenever none is left to try. */
  readonly onEnd: (outcome: Decisions) => void;
  /** When all of them were decided. */
  readonly onAll: () => void;
}

/** How far decisions about several things are; what is decided is not tried again. */
export function useDecisions<T extends { readonly id: string }>(options: DecisionsOptions<T>) {
  const { items, onDecided, onEnd, onAll } = options;
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const [isRunning, setRunning] = useState(false);
  const left = items.filter(({ id }) => decisions.get(id)?.state !== 'done');

  const start = async (decide: Decide<T>): Promise<void> => {
    setRunning(true);
    const outcome = new Map(decisions);
    const mark = (item: T, decision: Decision) => {
      outcome.set(item.id, decision);
      setDecisions(new Map(outcome));
      if (decision.state === 'done') onDecided?.(item);
    };
    for (const item of left) mark(item, { state: 'waiting' });
    try {
      await decide(left, mark);
      onEnd(outcome);
    } catch (error) {
      // Without a session the gate takes the place of all this.
      if (!(error instanceof AdminSessionEnded)) throw error;
    } finally {
      setRunning(false);
      void refreshAll();
    }
    if (items.every(({ id }) => outcome.get(id)?.state === 'done')) onAll();
  };

  return { decisions, left, isRunning, hasStarted: decisions.size > 0, start };
}

/** One after the other; one that fails stops none of the others. */
export const eachByItself =
  <T>(decide: (item: T) => Promise<unknown>, failed: (error: unknown) => Decision): Decide<T> =>
  async (left, mark) => {
    for (const item of left) {
      mark(item, { state: 'running' });
      try {
        await decide(item);
        mark(item, { state: 'done' });
      } catch (error) {
        if (error instanceof AdminSessionEnded) throw error;
        mark(item, failed(error));
      }
    }
  };
