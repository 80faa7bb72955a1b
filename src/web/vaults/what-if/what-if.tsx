import { Suspense, lazy, useState } from 'react';

import { whatIfTexts } from './what-if-texts.ts';
import { Skeleton } from '../../kernel/ui/cards/skeleton.tsx';
import { type Asked, OUTCOMES_SHAPE } from './what-if-input.ts';

const Outcomes = lazy(() => import('./outcomes.tsx'));

/** Before something is done: where that leads, beside where everything else would. Worked out once it is opened. */
export function WhatIf(asked: Asked) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-control border border-line px-4 py-2.5"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="hit w-fit content-center rounded-md text-sm font-[550] text-quiet hover:text-text">
        {whatIfTexts.title}
      </summary>
      {isOpen && (
        <Suspense fallback={<Skeleton {...OUTCOMES_SHAPE} />}>
          <Outcomes {...asked} />
        </Suspense>
      )}
    </details>
  );
}
