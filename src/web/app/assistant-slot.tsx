import { Suspense, lazy } from 'react';

import { whenIdle } from '../ui/cards/when-idle.ts';

const Assistant = lazy(async () => {
  await whenIdle();
  return import('../features/help/assistant.tsx');
});

/** The help button on every page; its code comes after everything else. */
export function AssistantSlot() {
  return (
    <Suspense>
      <Assistant />
    </Suspense>
  );
}
