import { useLayoutEffect, useRef } from 'react';

import { type Hint, useHint } from './use-hint.ts';

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
