import { type ReactNode, startTransition, useEffect, useState } from 'react';

import { CardSkeleton } from './card-skeleton.tsx';
import type { Shape } from './skeleton.tsx';
import { whenIdle } from './when-idle.ts';

interface InTurnProps {
  /** What is held until then. */
  readonly hold: Shape;
  readonly children: ReactNode;
}

let last: Promise<void> = Promise.resolve();
let waiting = 0;
/** Once everybody had a turn, the code is warm: who comes back to a page waits no more. */
let isOver = false;

/**
 * Shows something when it is its turn: one after the other as they stand on the page, each once the
 * browser has nothing else to do. So a slow phone answers a finger between any two of them.
 */
export function InTurn({ hold, children }: InTurnProps) {
  const [isShown, setShown] = useState(isOver);
  useEffect(() => {
    let isGone = false;
    waiting += 1;
    last = last.then(whenIdle).then(() => {
      waiting -= 1;
      isOver ||= waiting === 0;
      if (!isGone) startTransition(() => setShown(true));
    });
    return () => {
      isGone = true;
    };
  }, []);
  return isShown ? children : <CardSkeleton {...hold} />;
}
