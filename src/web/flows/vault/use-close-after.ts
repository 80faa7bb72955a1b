import { useEffect, useRef } from 'react';

const CLOSES_AFTER_MS = 3_000;

/** Closes a dialog three seconds after its work is done. */
export function useCloseAfter(isDone: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => close.current(), CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
}
