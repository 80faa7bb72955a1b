import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import type { Page } from '../api/admin-client.ts';
import { readOf } from '../api/read-of.ts';
import { told } from '../api/live/stream.ts';
import type { Read } from '../ui/cards/read.ts';
import { latestOf } from '../ui/tables/latest-of.ts';

interface PagesOptions<T> {
  /** With search, filter and sort: a change begins at the first page. */
  readonly queryKey: readonly unknown[];
  readonly page: (
    at: { readonly limit: number; readonly cursor: string | null },
    signal: AbortSignal,
  ) => Promise<Page<readonly T[]>>;
  readonly intervalMs: number;
}

export interface Pages<T> {
  readonly read: Read<readonly T[]>;
  readonly total: number;
  /** Fetches the next page; does nothing at the end, or while one is on its way. */
  readonly more: () => void;
}

const PAGE = 100;

/** A list of the owner's that is read page by page as it is scrolled; narrowed and sorted by the server. */
export function usePages<T extends { readonly id: string }>({
  queryKey,
  page,
  intervalMs,
}: PagesOptions<T>): Pages<T> {
  const result = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => page({ limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...told(intervalMs),
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  const items =
    data &&
    latestOf(
      data.pages.flatMap(({ body }) => body),
      ({ id }) => id,
    );
  const read = readOf({ ...result, data: items }, intervalMs);
  return {
    read,
    total: data?.pages[0]?.total ?? 0,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
  };
}
