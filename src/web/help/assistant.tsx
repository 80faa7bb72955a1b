import { MessageCircleQuestionMark } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

import { LazyBoundary } from '../kernel/ui/overlays/lazy-boundary.tsx';
import { cx } from '../kernel/ui/format/cx.ts';
import { helpTexts } from './help-texts.ts';

const Panel = lazy(() => import('./panel.tsx'));

/** The round button, which stands in the header where it covers nothing, and the panel that it opens. */
export default function Assistant({ slot }: { readonly slot: Element }) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    setWasOpened(true);
    setIsOpen(true);
  };
  const breakOff = () => {
    setWasOpened(false);
    setIsOpen(false);
  };
  const near = () => void import('./panel.tsx');
  return (
    <>
      {createPortal(
        <button
          ref={button}
          type="button"
          aria-label={helpTexts.open}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={open}
          onPointerEnter={near}
          onFocus={near}
          className={cx(
            isOpen && 'invisible',
            'hit grid size-9 place-items-center rounded-full border border-line bg-raise text-text transition-colors hover:border-edge',
          )}
        >
          <MessageCircleQuestionMark aria-hidden className="size-5" />
        </button>,
        slot,
      )}
      {wasOpened && (
        // Stays once it was opened: what was said is kept while the panel is closed.
        <LazyBoundary onBroken={breakOff}>
          <Panel
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => button.current?.focus()}
          />
        </LazyBoundary>
      )}
    </>
  );
}
