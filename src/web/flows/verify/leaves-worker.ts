import type { PublishedDay } from '#proof/files/published';

import { type ReadLeaves, readLeaves } from '#proof/checks/read-leaves';

/** What a page asks the worker for. */
export interface LeavesJob {
  readonly url: string;
  readonly day: PublishedDay;
  readonly own: ReadonlyMap<number, string>;
}

/** What the worker says meanwhile, and in the end. */
export type LeavesNews =
  | { readonly kind: 'read'; readonly leaves: number }
  | { readonly kind: 'done'; readonly read: ReadLeaves; readonly ms: number }
  | { readonly kind: 'unread' };

/** Often enough to be seen moving. */
const TELL_MS = 100;

const say = (news: LeavesNews): void => self.postMessage(news, { transfer: [] });

self.addEventListener('message', ({ data }: MessageEvent<LeavesJob>) => {
  void work(data).then(say, () => say({ kind: 'unread' }));
});

async function work({ url, day, own }: LeavesJob): Promise<LeavesNews> {
  const response = await fetch(url);
  if (!response.ok || !response.body) return { kind: 'unread' };
  const startedAt = performance.now();
  let toldAt = startedAt;
  const tell = (leaves: number): void => {
    if (performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    say({ kind: 'read', leaves });
  };
  const read = await readLeaves(response.body, { day, own, tell });
  return { kind: 'done', read, ms: Math.round(performance.now() - startedAt) };
}
