import { Suspense, lazy } from 'react';

const Assistant = lazy(() => import('../features/help/assistant.tsx'));

/** The help button on every page; its code comes after everything else. */
export function AssistantSlot() {
  return (
    <Suspense>
      <Assistant />
    </Suspense>
  );
}
