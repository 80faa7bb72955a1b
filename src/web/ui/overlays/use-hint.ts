import { useEffect, useState } from 'react';

export interface Hint {
  readonly text: string;
  readonly target: Element;
}

const LEAVE_MS = 120;

/** The hint of where the pointer or the focus is already. */
function hintNow(): Hint | null {
  const target = document.querySelector('[data-hint]:is(:hover, :focus-visible)');
  return target && { target, text: target.getAttribute('data-hint') ?? '' };
}

/**
 * The `data-hint` of what the pointer is over or the focus is on. One listener for the page
 * instead of one component per number. It stays while the pointer is over the hint itself, and
 * Escape takes it away.
 */
export function useHint(): Hint | null {
  const [hint, setHint] = useState<Hint | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (event: Event) => {
      if (!(event.target instanceof Element)) return;
      // A click moves focus too, but asks for no hint.
      if (event.type === 'focusin' && !event.target.matches(':focus-visible')) return;
      if (event.target.closest('[data-hint-layer]')) return clearTimeout(timer);
      const target = event.target.closest('[data-hint]');
      const text = target?.getAttribute('data-hint') ?? null;
      clearTimeout(timer);
      if (target && text !== null) setHint({ target, text });
      else timer = setTimeout(() => setHint(null), LEAVE_MS);
    };
    const hide = () => setHint(null);
    // Focus scrolls what it goes to into view: there the hint moves along.
    const follow = () =>
      setHint((shown) => (shown?.target === document.activeElement ? shown && { ...shown } : null));
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true };
    document.addEventListener('pointerover', show, options);
    document.addEventListener('focusin', show, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('keydown', onKey, options);
    window.addEventListener('scroll', follow, { ...options, capture: true });
    // The pointer or the focus may have come before anything listened.
    queueMicrotask(() => setHint(hintNow));
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, []);
  return hint;
}
