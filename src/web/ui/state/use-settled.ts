import { useEffect, useState } from 'react';

/** Longer than the pause between the two clicks of a double click. */
const SETTLES_AFTER_MS = 500;

/** Whether a step has been on the screen long enough for a click to be meant for it, not for the step before. */
export function useSettled(step: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(step), SETTLES_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSettled(null);
    };
  }, [step]);
  return settled === step;
}
