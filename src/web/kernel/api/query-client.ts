import { QueryCache, QueryClient } from '@tanstack/react-query';

import { ApiError } from './api-error.ts';
import { noticeStatus } from './live/lost-connection.ts';

type Listener = () => void;
const signedOut = new Set<Listener>();

/** What anybody may read; the rest of the cache belongs to the signed-in user. */
const PUBLIC: readonly unknown[] = ['protocol', 'status', 'local', 'treasury', 'prices'];

/** Reads never go stale by themselves and nothing is retried; the queries name the exceptions. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: noticeSignedOut,
    onSettled: (_, error, { queryKey }) => {
      if (queryKey[0] === 'api' && queryKey[1] === 'status') noticeStatus(error);
    },
  }),
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

/** Calls back whenever the server answers that there is no session any more. */
export function onSignedOut(listener: Listener): () => void {
  signedOut.add(listener);
  return () => signedOut.delete(listener);
}

/** To be told of every error that the server answered with; a 401 ends the session on screen. */
export function noticeSignedOut(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  for (const listener of signedOut) listener();
}

/** Takes everything out of memory that belongs to the user. */
export function forgetUser(): void {
  const own = {
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
      !PUBLIC.includes(queryKey[1]),
  };
  void queryClient.cancelQueries(own);
  queryClient.removeQueries(own);
}

/** Reads everything on screen again, and counts those that failed; what they show is from before. */
export async function readAllAgain(): Promise<{ readonly all: number; readonly failed: number }> {
  await queryClient.invalidateQueries({ queryKey: ['api'] });
  const read = queryClient.getQueryCache().findAll({ queryKey: ['api'], type: 'active' });
  return { all: read.length, failed: read.filter(({ state }) => state.error !== null).length };
}

/** Reads everything on screen again: after a payment, a claim, a move of time. */
export function refreshAll(): Promise<void> {
  return queryClient.invalidateQueries();
}
