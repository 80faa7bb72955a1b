import { useState } from 'react';

/** The state of forms that were left, by key; it lives as long as the page. */
const kept = new Map<string, unknown>();

/** A form's state that is there again when the form comes back; `forget` ends that once the state is used. */
export function useKept<T>(key: string, first: T) {
  const [value, setValue] = useState(() => (kept.get(key) as T | undefined) ?? first);
  const change = (next: T) => {
    kept.set(key, next);
    setValue(next);
  };
  return [value, change, () => kept.delete(key)] as const;
}
