import { createStore } from '../state/create-store.ts';
import type * as ToastWindow from './toast-window.tsx';

export type { Toast } from './toast-window.tsx';

/** Whether anything was ever told: until then the toaster's code is not loaded. */
export const toasterWanted = createStore(false);
let code: Promise<typeof ToastWindow> | null = null;

/** Shows a toast in place of the one that may be there. */
export function showToast(toast: ToastWindow.Toast): void {
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

/** Takes the toast away that no longer holds. */
export function dismissToast(): void {
  void code?.then(
    ({ dismiss }) => dismiss(),
    () => {},
  );
}
