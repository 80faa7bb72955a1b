import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';

import type { Read } from '../ui/cards/read.ts';

import { faultOf } from './fault.ts';
import { isStreamUp } from './live/set-stream.ts';
import { lost } from './live/lost-connection.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** How often a query is repeated that decides on its next time itself. */
    queryMeta: { readonly intervalMs: number };
  }
}

/** Two refreshes missed: the data are overdue. */
const OVERDUE_INTERVALS = 2;

/** What is used of a query's result, whole or in pages. */
type Asked = Pick<UseQueryResult, 'isFetching' | 'isError' | 'error' | 'dataUpdatedAt'> & {
  readonly refetch: () => Promise<unknown>;
};

/** A query's result as a card takes it. */
export function readOf<T>(
  query: Asked & { readonly data: T | undefined },
  intervalMs: number,
): Read<T> {
  const refresh = { running: query.isFetching, start: () => void query.refetch() };
  if (query.data !== undefined) {
    const age = {
      readAt: query.dataUpdatedAt,
      // While changes are told, what was read is what there is, however long ago.
      overdueMs: isStreamUp() ? Number.POSITIVE_INFINITY : OVERDUE_INTERVALS * intervalMs,
      failed: query.isError,
    };
    return { state: 'ready', data: query.data, age, refresh };
  }
  // That the server does not answer is said once, above everything.
  if (query.isError && !lost.get()) return { state: 'error', fault: faultOf(query.error), refresh };
  return { state: 'loading' };
}

/** A query as a card takes it: overdue by the interval that the query itself names. */
export function useRead<T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>): Read<T> {
  const { refetchInterval, meta } = options;
  const named = typeof refetchInterval === 'number' ? refetchInterval : meta?.intervalMs;
  return readOf(useQuery(options), named ?? Number.POSITIVE_INFINITY);
}
