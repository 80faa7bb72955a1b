import { REMINDER_PATHS } from '#contract/reminders/reminder-paths';

import { ApiError } from '../kernel/api/api-error.ts';
import { call } from '../kernel/api/client.ts';
import type { Note } from './note-of.ts';
import { rememberPush, storedReminders, wantReminders } from './stored-reminders.ts';

/** The page's worker, where this browser has one; made where the page has not made it yet. */
async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return null;
  const made = await navigator.serviceWorker.register('/sw.js');
  return made.active ? made : navigator.serviceWorker.ready;
}

/**
 * Has the server remind this browser of a user's things, by the worker that it gives; null where the browser
 * can't: it has no worker, or its push service does not answer; and where the server does not offer it. Also
 * for a browser that has it already: the server, or the push service, may have lost it meanwhile.
 */
export async function keepPush(userId: string): Promise<ServiceWorkerRegistration | null> {
  const registration = await worker().catch(() => null);
  if (!registration) return null;
  const key = await offeredKey();
  if (key === null) return null;
  const subscription = await subscribed(registration, key);
  if (!subscription) return null;
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || !keys?.['p256dh'] || !keys['auth']) return null;
  const { p256dh, auth } = keys;
  const body = { endpoint, keys: { p256dh, auth } };
  const { id } = await call('POST', REMINDER_PATHS.pushSubscriptions, { body });
  rememberPush({ id, userId });
  return registration;
}

/** The same for the first time, with a first notification; false where it can't be. */
export async function startPush(userId: string, welcome: Note): Promise<boolean> {
  const registration = await keepPush(userId);
  if (!registration) return false;
  const { title, text, tag, href } = welcome;
  const shown = { body: text, tag, icon: '/icon-192.png', data: { href } };
  await registration.showNotification(title, shown);
  return true;
}

/** What the server's messages are signed with; null where it sends none. */
async function offeredKey(): Promise<string | null> {
  try {
    return (await call('GET', REMINDER_PATHS.pushKey)).key;
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

/** The browser's subscription; one that was made with another key of the server's is made again. */
async function subscribed(
  { pushManager }: ServiceWorkerRegistration,
  applicationServerKey: string,
): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(options);
  } catch {
    const old = await pushManager.getSubscription().catch(() => null);
    if (!old) return null;
    await old.unsubscribe();
    return pushManager.subscribe(options).catch(() => null);
  }
}

/** Ends what `startPush` began. */
export async function stopPush(): Promise<void> {
  const { push } = storedReminders();
  if (push) {
    const params = { id: push.id };
    await call('DELETE', REMINDER_PATHS.pushSubscription, { params }).catch(ignoreGone);
  }
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  wantReminders(null);
}

/** What the server has forgotten need not be ended. */
function ignoreGone(error: unknown): void {
  if (!isUnknown(error)) throw error;
}

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
