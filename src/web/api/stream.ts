import { INTERVALS_MS } from './intervals.ts';
import { queryClient } from './query-client.ts';
import { serverOffsetMs } from './server-time.ts';

/** Since when the server tells this page what changes; null while it does not. */
let upSince: number | null = null;

export const isStreamUp = (): boolean => upSince !== null;

/** From now on the server tells what changes, or no longer does; every clock on screen goes by it. */
export function setStreamUp(isUp: boolean): void {
  if (isUp === isStreamUp()) return;
  upSince = isUp ? Date.now() : null;
  for (const { observers } of queryClient.getQueryCache().findAll({ type: 'active' })) {
    for (const observer of observers) observer.setOptions(observer.options);
  }
  // Whether the server is there at all is seen at once, not when its turn comes.
  if (!isUp) void queryClient.invalidateQueries({ queryKey: ['api', 'status'] });
}

interface ReadState {
  readonly state: { readonly dataUpdatedAt: number };
}

/** Whether every change since a read would have been told. */
const isFollowed = ({ state }: ReadState): boolean =>
  upSince !== null && state.dataUpdatedAt >= upSince;

/** A read that the server tells of when it changes: only without its word is it made again by the clock. */
export function told(intervalMs: number) {
  return {
    refetchInterval: (query: ReadState): number | false => (isFollowed(query) ? false : intervalMs),
    meta: { isTold: true },
  };
}

/** Timers of browsers end at 24 days. */
const LONGEST_MS = 86_400_000;

/** When such a read is made again that also changes by time alone, after `changesInMs`; null where it does not. */
export function toldUntil(
  query: ReadState,
  intervalMs: number,
  changesInMs: number | null,
): number | false {
  if (isFollowed(query)) return changesInMs === null ? false : Math.min(changesInMs, LONGEST_MS);
  return Math.min(intervalMs, changesInMs ?? intervalMs);
}

/** The first of some times; null where there is none. */
export const soonest = (times: readonly (number | null)[]): number | null =>
  times.reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null);

/** How soon to look at what is on its way: the server tells of it when it is there. */
export const untold = (): number | null => (isStreamUp() ? null : INTERVALS_MS.unsettled);

/** Clocks differ a little: what has just become due is looked at again. */
const UNSURE_MS = 10_000;

/** How long until a time of the server's; null where it was a while ago, and the server tells what is next. */
export function untilTime(iso: string): number | null {
  const left = Date.parse(iso) - (Date.now() + serverOffsetMs());
  if (isStreamUp() && !(left > -UNSURE_MS)) return null;
  return Math.max(INTERVALS_MS.unsettled, left || 0);
}
