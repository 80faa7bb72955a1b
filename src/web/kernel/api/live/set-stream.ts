import { queryClient } from '../query-client.ts';
import { stream } from './stream.ts';

export const isStreamUp = (): boolean => stream.upSince < Number.POSITIVE_INFINITY;

/** From now on the server tells what changes, or no longer does; every clock on screen goes by it. */
export function setStreamUp(isUp: boolean): void {
  if (isUp === isStreamUp()) return;
  stream.upSince = isUp ? Date.now() : Number.POSITIVE_INFINITY;
  for (const { observers } of queryClient.getQueryCache().findAll({ type: 'active' })) {
    for (const observer of observers) observer.setOptions(observer.options);
  }
  // Whether the server is there at all is seen at once, not when its turn comes.
  if (!isUp) void queryClient.invalidateQueries({ queryKey: ['api', 'status'] });
}
