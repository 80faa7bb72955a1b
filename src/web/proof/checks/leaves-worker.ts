import type { PublishedDay } from '#proof/files/published';

import { type ReadLeaves, readLeaves } from '#proof/checks/read-leaves';

/** Request of a page to the worker. */
export interface LeavesJob {
  readonly url: string;
  readonly day: PublishedDay;
  readonly own: ReadonlyMap<number, string>;
}

/** Messages of the worker: progress, and the result. */
export type LeavesNews =
  | { readonly kind: 'read'; readonly leaves: number }
  | { readonly kind: 'done'; readonly read: ReadLeaves; readonly ms: number }
  | { readonly kind: 'unread' };

/** Interval of progress messages, short enough to look continuous. */
const PROGRESS_MS = 100;

const say = (news: LeavesNews): void => self.postMessage(news, { transfer: [] });

self.addEventListener('message', ({ data }: MessageEvent<LeavesJob>) => {
  void work(data).then(say, () => say({ kind: 'unread' }));
});

async function work({ url, day, own }: LeavesJob): Promise<LeavesNews> {
  const response = await fetch(url);
  if (!response.ok || !response.body) return { kind: 'unread' };
  const startedAt = performance.now();
  let reportedAt = startedAt;
  const onProgress = (leaves: number): void => {
    if (performance.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = performance.now();
    say({ kind: 'read', leaves });
  };
  const read = await readLeaves(response.body, { day, own, onProgress });
  return { kind: 'done', read, ms: Math.round(performance.now() - startedAt) };
}
