import { PATHS } from '#contract/base/paths';

import { type Told, noteOf } from '../reminders/note-of.ts';
import { type Fetching, worker } from './events.ts';
import { FIGURES, OFFLINE_PAGE } from './offline-cache.ts';

/** The build puts the page's hash in, so that another page is another worker. */
const SHELL = 'lmt-shell-OFFLINE_HASH';
const PORTFOLIO = new RegExp(`^${PATHS.portfolio.replace('{userId}', '[^/]+')}$`);

worker.addEventListener('install', (event) => {
  const kept = caches.open(SHELL).then((cache) => cache.addAll([OFFLINE_PAGE, '/favicon.svg']));
  event.waitUntil(kept.then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => worker.clients.claim()));
});

async function forgetOld(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== SHELL && name !== FIGURES.cache);
  await Promise.all(old.map((name) => caches.delete(name)));
}

// Pages come from the server, or not at all: no user sees the app of yesterday.
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(offlinePage));
  else if (isOwn(request) && PORTFOLIO.test(pathname)) event.respondWith(portfolio(event));
  else if (pathname === PATHS.logout) event.waitUntil(forgetFigures());
});

/** Whether a user reads what is theirs: the owner reads everybody's. */
const isOwn = ({ headers }: Request): boolean => !headers.has('x-admin-session');

/** Goes up with each sign-out: figures that were asked for before it are not kept after it. */
let signOuts = 0;

async function forgetFigures(): Promise<void> {
  signOuts += 1;
  await caches.delete(FIGURES.cache);
}

async function offlinePage(): Promise<Response> {
  return (await caches.match(OFFLINE_PAGE, { ignoreVary: true })) ?? Response.error();
}

/** The server's answer; a copy is kept for the time without it. */
async function portfolio(event: Fetching): Promise<Response> {
  const before = signOuts;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(answer.clone(), before));
  return answer;
}

async function keep(answer: Response, before: number): Promise<void> {
  const headers = { [FIGURES.seenAt]: String(Date.now()) };
  const figures = new Response(await answer.text(), { headers });
  if (before !== signOuts) return;
  const cache = await caches.open(FIGURES.cache);
  await cache.put(FIGURES.key, figures);
  if (before !== signOuts) await caches.delete(FIGURES.cache);
}

worker.addEventListener('push', (event) => {
  const { title, text, tag, href } = noteOf(event.data?.json() as Told);
  const shown = { body: text, tag, icon: '/icon-192.png', data: { href } };
  event.waitUntil(worker.registration.showNotification(title, shown));
});

// In a page of its own: one that is open may be in the middle of a payment.
worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const { href } = notification.data as { readonly href: string };
  event.waitUntil(worker.clients.openWindow(href));
});
