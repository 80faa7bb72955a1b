import { useCallback } from 'react';

const GAP_PX = 12;

/** A ref that scrolls to an element when it appears: to its start, since that is read first. */
export function useScrolledTo(): (element: HTMLElement | null) => void {
  return useCallback((element) => {
    element?.parentElement?.scrollTo({ top: element.offsetTop - GAP_PX });
  }, []);
}
