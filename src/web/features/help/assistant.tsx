import { MessageCircleQuestionMark } from 'lucide-react';
import { Suspense, lazy, useRef, useState } from 'react';

import { cx } from '../../ui/format/cx.ts';
import { helpTexts } from '../../texts/help.ts';

const Panel = lazy(() => import('./panel.tsx'));

/** The round button at the bottom right, and what it opens. */
export default function Assistant() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    setWasOpened(true);
    setIsOpen(true);
  };
  const near = () => void import('./panel.tsx');
  return (
    <>
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
          'fixed right-4 bottom-[calc(72px+env(safe-area-inset-bottom))] z-30 grid size-13 place-items-center rounded-full',
          'border border-line bg-raise text-text shadow-raised transition-colors hover:border-edge wide:right-5 wide:bottom-5',
        )}
      >
        <MessageCircleQuestionMark aria-hidden className="size-5.5" />
      </button>
      {wasOpened && (
        // Stays once it was opened: what was said is kept while the panel is closed.
        <Suspense>
          <Panel
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => button.current?.focus()}
          />
        </Suspense>
      )}
    </>
  );
}
