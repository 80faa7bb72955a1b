import { INTERVALS_MS } from '../intervals.ts';
import { serverOffsetMs } from '../server-time.ts';
import { isStreamUp } from './set-stream.ts';
import { type ReadState, isFollowed, untoldMs } from './stream.ts';

/** Timers of browsers end at 24 days. */
const LONGEST_MS = 86_400_000;

/** When such a read is made again that also changes by time alone, after `changesInMs`; null where it does not. */
export function toldUntil(
  query: ReadState,
  intervalMs: number,
  changesInMs: number | null,
): number | false {
  if (isFollowed(query)) return changesInMs === null ? false : Math.min(changesInMs, LONGEST_MS);
  const clockMs = untoldMs(query, intervalMs);
  return Math.min(clockMs, changesInMs ?? clockMs);
}

/** The first of some times; null where there is none. */
export const soonest = (times: readonly (number | null)[]): number | null =>
  times.reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null);

/** How soon to look at what is on its way: the server tells of it when it is there. */
export const untold = (): number | null => (isStreamUp() ? null : INTERVALS_MS.unsettled);

/** Whether a time of the server's has come since a read was made. */
export function hasComeSince({ state }: ReadState, iso: string): boolean {
  const at = Date.parse(iso) - serverOffsetMs();
  return at > state.dataUpdatedAt && at <= Date.now();
}

/** Clocks differ a little: what has just become due is looked at again. */
const UNSURE_MS = 10_000;

/** How long until a time of the server's; null where it was a while ago, and the server tells what is next. */
export function untilTime(iso: string): number | null {
  const left = Date.parse(iso) - (Date.now() + serverOffsetMs());
  if (isStreamUp() && !(left > -UNSURE_MS)) return null;
  return Math.max(INTERVALS_MS.unsettled, left || 0);
}
