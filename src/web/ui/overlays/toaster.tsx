import { Suspense, lazy, useSyncExternalStore } from 'react';

import { toasterWanted } from './toast.ts';

const ToastWindow = lazy(() => import('./toast-window.tsx'));

/** Where toasts appear. Mounted once; its code comes with the first toast. */
export function Toaster() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get);
  if (!wanted) return null;
  return (
    <Suspense>
      <ToastWindow />
    </Suspense>
  );
}
