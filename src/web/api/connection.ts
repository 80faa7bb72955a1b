import { ApiError } from './api-error.ts';
import { statusQuery } from './queries.ts';
import { queryClient } from './query-client.ts';

/** Whether a call had no answer at all. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;

/** Whether the server did not answer when it was last asked how it is. */
export const isLost = (): boolean =>
  isUnanswered(queryClient.getQueryState(statusQuery().queryKey)?.error);

/** When anything was last read; null where nothing was. */
export function lastReadAt(): number | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['api'] })
    .map(({ state }) => state.dataUpdatedAt);
  return Math.max(0, ...times) || null;
}

/** Reads again what could not be read, now that the server answers again, or no longer does. */
export function readFailedAgain(): void {
  void queryClient.invalidateQueries({
    queryKey: ['api'],
    predicate: ({ state, queryKey }) => state.status === 'error' && queryKey[1] !== 'status',
  });
}
