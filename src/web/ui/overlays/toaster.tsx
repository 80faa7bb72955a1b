import { lazy } from 'react';

import { Apart } from './apart.tsx';
import { toasterWanted } from './toast.ts';

const ToastWindow = lazy(() => import('./toast-window.tsx'));

/** Where toasts appear. Mounted once; its code comes with the first toast. */
export function Toaster() {
  if (!toasterWanted.useValue()) return null;
  return (
    <Apart>
      <ToastWindow />
    </Apart>
  );
}
