import { useState } from 'react';

/** The state of forms and lists that were left, by key; it lives as long as the page. */
const kept = new Map<string, unknown>();

/** State that is there again when its form or list comes back, until it is forgotten. */
export function useKept<T>(key: string, first: T) {
  const [value, setValue] = useState(() => (kept.get(key) as T | undefined) ?? first);
  const change = (next: T) => {
    kept.set(key, next);
    setValue(next);
  };
  return [value, change, () => forgetKept(key)] as const;
}

/** Has the state under a key begin with its first value the next time. */
export function forgetKept(key: string): void {
  kept.delete(key);
}
