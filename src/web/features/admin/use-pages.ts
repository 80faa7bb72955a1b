import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { type Page, adminPage, withQuery } from '../../api/admin-client.ts';
import { readOf } from '../../api/read-of.ts';
import type { Read } from '../../ui/cards/read.ts';

interface PagesOptions {
  readonly path: string;
  /** Search, filter, sort: a change begins at the first page. */
  readonly query: Readonly<Record<string, string | null | undefined>>;
  readonly intervalMs: number;
}

export interface Pages<T> {
  readonly read: Read<readonly T[]>;
  readonly total: number;
  /** Fetches the next page; does nothing at the end, or while one is on its way. */
  readonly more: () => void;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
}

const PAGE = 100;

/** A list of the owner's that is read page by page as it is scrolled; narrowed and sorted by the server. */
export function usePages<T>({ path, query, intervalMs }: PagesOptions): Pages<T> {
  const result = useInfiniteQuery({
    queryKey: [...path.split('/').filter((part) => part !== ''), query],
    queryFn: ({ pageParam, signal }): Promise<Page<T>> =>
      adminPage<T>(withQuery(path, { ...query, limit: PAGE, cursor: pageParam }), signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: intervalMs,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  const items = data?.pages.flatMap((page) => page.items);
  const read = readOf({ ...result, data: items }, intervalMs);
  return {
    read,
    total: data?.pages[0]?.total ?? 0,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
  };
}
