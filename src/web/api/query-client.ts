import { QueryClient } from '@tanstack/react-query';

/** Reads never go stale by themselves and nothing is retried; queries.ts names the exceptions. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': the local network works on a machine that is offline.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
