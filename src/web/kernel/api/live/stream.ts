import { isUnanswered } from '../api-error.ts';

/** Since when the server tells this page what changes; at no time while it does not. */
export const stream = { upSince: Number.POSITIVE_INFINITY };

export interface ReadState {
  readonly state: { readonly dataUpdatedAt: number; readonly error: Error | null };
}

/** How soon what could not be read again, or had no answer, is tried once more: no word of the server brings it. */
const FAILED_MS = 10_000;

/** Whether every change since a read would have been told. */
export const isFollowed = ({ state }: ReadState): boolean =>
  state.error === null && state.dataUpdatedAt >= stream.upSince;

/** How soon a read is made again without the server's word. */
export const untoldMs = ({ state }: ReadState, intervalMs: number): number =>
  isUnanswered(state.error) || (state.error !== null && state.dataUpdatedAt > 0)
    ? Math.min(intervalMs, FAILED_MS)
    : intervalMs;

/** A read that the server tells of when it changes: only without its word is it made again by the clock. */
export const told = (intervalMs: number) => ({
  refetchInterval: (query: ReadState): number | false =>
    !isFollowed(query) && untoldMs(query, intervalMs),
  meta: { intervalMs },
});
