import { navigate } from 'wouter/use-browser-location';

import type { Note } from './note-of.ts';

/** What the browser lets a page do; 'unsupported' also where only a service worker could. */
export type Permission = NotificationPermission | 'unsupported';

export function permission(): Permission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

/** Asks the user, where the browser has not yet; only ever on a click. */
export async function askPermission(): Promise<Permission> {
  const known = permission();
  return known === 'unsupported' || known === 'granted' ? known : Notification.requestPermission();
}

/** Shows a notification; false where this browser can’t from a page, as on most phones. */
export function notify({ title, text, tag, href }: Note): boolean {
  try {
    const shown = new Notification(title, { body: text, tag, icon: '/favicon.svg' });
    shown.addEventListener('click', () => {
      window.focus();
      navigate(href);
      shown.close();
    });
    return true;
  } catch {
    return false;
  }
}
