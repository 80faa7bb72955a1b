/**
 * Lets callers share one run of `read`. Calls during the run, and for `forMs` after it, get its outcome, including a
 * failure.
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
