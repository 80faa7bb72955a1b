import { useLayoutEffect, useRef, useEffect, useState } from 'react';

const ID = 'hint-layer';
const GAP = 6;
const MARGIN = 8;

/** Shows the hint of whatever has one, inside the window's edges. Mounted once. */
export function HintLayer() {
  const hint = useHint();
  return hint && <HintBox key={hint.text} hint={hint} />;
}

function HintBox({ hint }: { readonly hint: Hint }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    place(current, hint.target.getBoundingClientRect());
    // A button whose name is the hint itself need not be described by it again.
    if (hint.target.getAttribute('aria-label') === hint.text) return undefined;
    hint.target.setAttribute('aria-describedby', ID);
    return () => hint.target.removeAttribute('aria-describedby');
  }, [hint]);
  return (
    <div
      ref={box}
      id={ID}
      role="tooltip"
      data-hint-layer
      className="fixed top-0 left-0 z-60 w-max max-w-[min(320px,calc(100vw-16px))] rounded-lg border border-line bg-raise px-2.5 py-1.5 text-sm break-words text-text shadow-raised"
    >
      {hint.text}
    </div>
  );
}

/** Above the target where there is room, else below; never over an edge. */
function place(box: HTMLElement, target: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const above = target.top - height - GAP;
  const top = above < MARGIN ? target.bottom + GAP : above;
  const middle = target.left + target.width / 2 - width / 2;
  const left = Math.max(MARGIN, Math.min(middle, window.innerWidth - width - MARGIN));
  box.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
}

interface Hint {
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
function useHint(): Hint | null {
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
