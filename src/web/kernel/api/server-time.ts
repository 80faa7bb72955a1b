import { queryClient } from './query-client.ts';
import { statusQuery } from './queries.ts';

/** How far the protocol's clock is ahead of the browser's, in milliseconds, as last read. */
export function serverOffsetMs(client = queryClient): number {
  const state = client.getQueryState(statusQuery().queryKey);
  return state?.data ? Date.parse(state.data.now) - state.dataUpdatedAt : 0;
}
