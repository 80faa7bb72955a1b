/**
 * Lets callers share one run of `read`: those who come while it runs, and for `forMs` after it has ended, get its
 * outcome, also if it failed.
 */
export function sharedRead<T>(
  read: () => Promise<T>,
  forMs: number,
  monotonicMs: () => number = () => performance.now(),
): () => Promise<T> {
  let last: Promise<T> | null = null;
  let staleAtMs = Number.POSITIVE_INFINITY;
  return () => {
    if (last === null || monotonicMs() >= staleAtMs) {
      staleAtMs = Number.POSITIVE_INFINITY;
      last = read().finally(() => {
        staleAtMs = monotonicMs() + forMs;
      });
    }
    return last;
  };
}
