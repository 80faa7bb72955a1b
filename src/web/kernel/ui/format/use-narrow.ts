import { useSyncExternalStore } from 'react';

const NARROW = matchMedia('(width < 40rem)');

/** Whether the window is a phone's. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}

function subscribe(listener: () => void): () => void {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
}
