import { useEffect, useState } from 'react';

const TYPING_MS = 500;

/** What is typed, once typing has paused; null before. */
export function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
