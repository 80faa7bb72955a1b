import { MINUTE_MS } from '#domain/base/time';

const FAILURES_MAX = 3;
const FIRST_REST_MS = MINUTE_MS;
const REST_MS_MAX = 10 * MINUTE_MS;

/** Leaves a provider alone that has failed several times in a row. */
export interface Breaker {
  readonly isResting: () => boolean;
  readonly succeeded: () => void;
  /** `askedMs`: how long the provider itself wants to be left alone. */
  readonly failed: (askedMs?: number | null) => void;
}

/**
 * The third failure in a row is followed by a rest of a minute, each further one by twice as long, up to
 * ten minutes; after a rest one try decides. `monotonicMs` are milliseconds that never jump.
 */
export function createBreaker(monotonicMs: () => number): Breaker {
  let failures = 0;
  let until = -Infinity;
  return {
    isResting: () => monotonicMs() < until,
    succeeded: () => {
      failures = 0;
    },
    failed: (askedMs) => {
      failures += 1;
      const own = failures < FAILURES_MAX ? 0 : FIRST_REST_MS * 2 ** (failures - FAILURES_MAX);
      until = monotonicMs() + Math.min(Math.max(own, askedMs ?? 0), REST_MS_MAX);
    },
  };
}
