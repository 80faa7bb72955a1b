import type { ChangedReads } from '#contract/events';
import { PATHS } from '#contract/paths';

import { queryClient } from './query-client.ts';

/** Of all tabs of a browser the one that holds this lock has the stream; it tells the others. */
const NAME = 'lmt-live';

type Message = ChangedReads | 'session';
type Subscribe = (listener: () => void) => void;

/** Reads again what the server says has changed; polling goes on as a fallback. */
function refresh({ queries }: ChangedReads): void {
  if (queries.includes('all')) void queryClient.invalidateQueries({ queryKey: ['api'] });
  else for (const name of queries) void queryClient.invalidateQueries({ queryKey: ['api', name] });
}

/**
 * Follows what changes, with one stream for all tabs of the browser. The stream is opened anew when
 * somebody signs in or out: it is for whoever the session belongs to.
 */
export function startLive(onSessionChange: Subscribe): void {
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes none
  const tellOthers = (message: Message): void => channel.postMessage(message);
  let source: EventSource | null = null;
  const open = (): void => {
    source?.close();
    source = new EventSource(PATHS.events);
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const changed = JSON.parse(data) as ChangedReads;
      tellOthers(changed);
      refresh(changed);
    });
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data !== 'session') refresh(data);
    else if (source) open();
  });
  onSessionChange(() => {
    if (source) open();
    else tellOthers('session');
  });
  // Held until the tab is closed; then the next one gets it. Without locks every tab has a stream.
  if ('locks' in navigator)
    void navigator.locks.request(NAME, () => (open(), new Promise(() => {})));
  else open();
}
