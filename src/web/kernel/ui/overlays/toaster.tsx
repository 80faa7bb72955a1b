import { lazy } from 'react';

import { LazyBoundary } from './lazy-boundary.tsx';
import { toasterWanted } from './toast.ts';

const ToastWindow = lazy(() => import('./toast-window.tsx'));

/** Where toasts appear. Mounted once; its code comes with the first toast. */
export function Toaster() {
  if (!toasterWanted.useValue()) return null;
  return (
    <LazyBoundary>
      <ToastWindow />
    </LazyBoundary>
  );
}
