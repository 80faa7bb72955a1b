import { createStore } from '../state/create-store.ts';
import type * as ToastWindow from './toast-window.tsx';

/** Told the user after an action; one at a time, each for five seconds. */
export interface Toast {
  readonly tone: 'success' | 'failure' | 'info';
  readonly title: string;
  readonly detail?: string;
  /** By which support finds what failed. */
  readonly reference?: string | null;
}

export const TOAST_MS = 5_000;

/** Whether anything was ever told: until then the toaster's code is not loaded. */
export const toasterWanted = createStore(false);
let code: Promise<typeof ToastWindow> | null = null;

/** Shows a toast in place of the one that may be there. */
export function showToast(toast: Toast): void {
  toasterWanted.set(true);
  // Asked for once: a second import may come back before the first, and the older toast would win.
  code ??= import('./toast-window.tsx');
  code.then(
    ({ present }) => present(toast),
    () => {
      code = null;
    },
  );
}
