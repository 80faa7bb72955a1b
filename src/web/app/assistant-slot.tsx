import { Suspense, lazy, useState } from 'react';

import { whenIdle } from '../ui/cards/when-idle.ts';

const Assistant = lazy(async () => {
  await whenIdle();
  return import('../features/help/assistant.tsx');
});

/** The help button on every page, in a place of its own size; its code comes after everything else. */
export function AssistantSlot() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <>
      <span ref={setSlot} className="size-9 shrink-0 pointer-coarse:size-11" />
      {slot && (
        <Suspense>
          <Assistant slot={slot} />
        </Suspense>
      )}
    </>
  );
}
