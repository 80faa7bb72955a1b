/** What a worker has and a page has not, as far as ours uses it: TypeScript's types of both exclude each other. */

interface Lasting extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

export interface Fetching extends Lasting {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}

interface Events {
  readonly install: Lasting;
  readonly activate: Lasting;
  readonly fetch: Fetching;
  readonly push: Lasting & { readonly data: { json(): unknown } | null };
  readonly notificationclick: Lasting & { readonly notification: Notification };
}

interface Worker {
  addEventListener<K extends keyof Events>(kind: K, listener: (event: Events[K]) => void): void;
  skipWaiting(): Promise<void>;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void>; openWindow(href: string): Promise<unknown> };
}

export const worker = globalThis as unknown as Worker;
