const COOLING_MS = 30_000;

/** Remembers for a while that a provider failed, so that the other one is asked first meanwhile. */
export interface Cooldown {
  readonly isCooling: () => boolean;
  readonly note: (failed: boolean) => void;
}

/** `monotonicMs` are milliseconds that never jump. */
export function createCooldown(monotonicMs: () => number): Cooldown {
  let until = -Infinity;
  return {
    isCooling: () => monotonicMs() < until,
    note: (failed) => {
      until = failed ? monotonicMs() + COOLING_MS : -Infinity;
    },
  };
}

/** In their order, but those that failed a short while ago last. */
export function coolingLast<T extends Pick<Cooldown, 'isCooling'>>(providers: readonly T[]): T[] {
  return [...providers].sort((a, b) => Number(a.isCooling()) - Number(b.isCooling()));
}
