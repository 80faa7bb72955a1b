import type { ChangedReads } from '#contract/base/events';
import { PATHS } from '#contract/base/paths';

import { queryClient } from '../query-client.ts';
import { isHeld } from './held-reads.ts';
import { isStreamUp, setStreamUp } from './set-stream.ts';

/** Of all tabs of a browser the one that holds this lock has the stream; it tells the others. */
const NAME = 'lmt-live';
/** Two heartbeats of the server have not come. */
const SILENT_MS = 45_000;
/** Lists over all users are read again at most this often, however much happens. */
const LISTS_MS = 10_000;

type Message = ChangedReads | 'session' | 'asks' | 'up' | 'down';
type Subscribe = (listener: () => void) => void;

/** Reads again what the server says has changed. */
function refresh({ queries }: ChangedReads): void {
  if (isHeld()) return;
  if (queries.includes('all')) return void queryClient.invalidateQueries({ queryKey: ['api'] });
  for (const name of queries) {
    if (name === 'activity') refreshLists();
    else void queryClient.invalidateQueries({ queryKey: ['api', name] });
  }
}

let listsReadAt = 0;
let listsTimer: ReturnType<typeof setTimeout> | null = null;

/** Reads the owner's lists again, which are told; what has a clock of its own keeps to it. */
function refreshLists(): void {
  if (listsTimer !== null) return;
  const read = () => {
    listsTimer = null;
    listsReadAt = Date.now();
    void queryClient.invalidateQueries({
      queryKey: ['api', 'admin'],
      predicate: ({ observers }) =>
        observers.some(({ options }) => typeof options.refetchInterval === 'function'),
    });
  };
  listsTimer = setTimeout(read, Math.max(0, listsReadAt + LISTS_MS - Date.now()));
}

/** To be called at each sign of life; where none comes for too long, `end` is. */
function watchSilence(end: () => void): () => void {
  let silence: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(silence);
    silence = setTimeout(end, SILENT_MS);
  };
}

/** The stream of one tab: opened again when it falls silent, as one does whose line was cut unnoticed. */
function follow(onChange: (changed: ChangedReads) => void, onState: (isUp: boolean) => void) {
  let source: EventSource | null = null;
  const hear = watchSilence(() => {
    open();
    // A new stream does not know what this page has missed.
    onChange({ queries: ['all'] });
  });
  const open = (): void => {
    source?.close();
    // Until the new stream stands, the page hears of no change.
    onState(false);
    source = new EventSource(PATHS.events);
    source.addEventListener('open', () => (hear(), onState(true)));
    source.addEventListener('error', () => onState(false));
    // The other tabs hear it too.
    source.addEventListener('alive', () => (hear(), onState(true)));
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      hear();
      onChange(JSON.parse(data) as ChangedReads);
    });
    hear();
  };
  return open;
}

/**
 * Follows what changes, with one stream for all tabs of the browser. The page opens another stream when
 * its user signs in or out: a stream is for the user of its session.
 */
export function startLive(onSessionChange: Subscribe): void {
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes none
  const tellOthers = (message: Message): void => channel.postMessage(message);
  const onChange = (changed: ChangedReads): void => {
    tellOthers(changed);
    refresh(changed);
  };
  const onState = (isUp: boolean): void => {
    setStreamUp(isUp);
    tellOthers(isUp ? 'up' : 'down');
  };
  let open: (() => void) | null = null;
  // A suspended tab keeps the lock, and tells nothing: the others read for themselves until it is back.
  const hear = watchSilence(() => {
    if (open || !isStreamUp()) return;
    setStreamUp(false);
    refresh({ queries: ['all'] });
  });
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'session') return open?.();
    if (data === 'asks') return open && tellOthers(isStreamUp() ? 'up' : 'down');
    // Where browsers have no locks, this tab hears the same by a stream of its own.
    if (open) return;
    hear();
    if (typeof data === 'string') setStreamUp(data === 'up');
    else refresh(data);
  });
  onSessionChange(() => {
    if (open) open();
    else tellOthers('session');
  });
  const begin = (): void => {
    open = follow(onChange, onState);
    open();
  };
  tellOthers('asks');
  // Held until the tab is closed; then the next one gets it. Without locks every tab has a stream.
  if ('locks' in navigator) {
    void navigator.locks.request(NAME, () => (begin(), new Promise(() => {})));
  } else begin();
}
