import { useRef } from 'react';

/** Lets something start once until it has ended: a double click's second comes before the page shows the first. */
export function useOnce() {
  const isRunning = useRef(false);
  return {
    once:
      <Args extends readonly unknown[]>(start: (...args: Args) => void) =>
      (...args: Args) => {
        if (isRunning.current) return;
        isRunning.current = true;
        start(...args);
      },
    ended: () => {
      isRunning.current = false;
    },
  };
}
