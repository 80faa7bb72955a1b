import { useEffect, useState } from 'react';

const TYPING_MS = 500;

/** What is typed, once typing has paused; until then what it was before. */
export function useSettled<T extends string | null>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
