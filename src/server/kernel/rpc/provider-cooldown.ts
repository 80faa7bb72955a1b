const COOLING_MS = 30_000;

/** Marks a failed provider for 30 seconds, during which the others are tried first. */
export interface Cooldown {
  readonly isCooling: () => boolean;
  readonly note: (failed: boolean) => void;
}

/** @param monotonicMs monotonic milliseconds */
export function createCooldown(monotonicMs: () => number): Cooldown {
  let until = -Infinity;
  return {
    isCooling: () => monotonicMs() < until,
    note: (failed) => {
      until = failed ? monotonicMs() + COOLING_MS : -Infinity;
    },
  };
}

/** Moves cooling providers to the end. */
export function coolingLast<T extends Pick<Cooldown, 'isCooling'>>(providers: readonly T[]): T[] {
  return [...providers].sort((a, b) => Number(a.isCooling()) - Number(b.isCooling()));
}
