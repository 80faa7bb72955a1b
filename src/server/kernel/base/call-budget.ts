export interface CallBudgetOptions {
  readonly perMinute: number;
  /** What may be spent at once after a rest. */
  readonly burst: number;
  /** Milliseconds that never jump. */
  readonly monotonicMs?: () => number;
}

/** Above it, budgets that are whole again are forgotten. */
const KEPT_MAX = 10_000;

interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** A budget of units a minute for each caller; what a caller leaves unused is saved up, within bounds. */
export class CallBudget {
  readonly #perMs: number;
  readonly #burst: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ perMinute, burst, monotonicMs = () => performance.now() }: CallBudgetOptions) {
    this.#perMs = perMinute / 60_000;
    this.#burst = burst;
    this.#now = monotonicMs;
  }

  /** Milliseconds until this much can be spent; 0 where it can be now. */
  waitMs(who: string, units: number): number {
    const missing = Math.min(units, this.#burst) - this.#left(who);
    return missing <= 0 ? 0 : Math.ceil(missing / this.#perMs);
  }

  spend(who: string, units: number): void {
    this.#buckets.set(who, { left: this.#left(who) - units, at: this.#now() });
    if (this.#buckets.size > KEPT_MAX) this.#forget();
  }

  #left(who: string): number {
    const bucket = this.#buckets.get(who);
    if (!bucket) return this.#burst;
    return Math.min(this.#burst, bucket.left + (this.#now() - bucket.at) * this.#perMs);
  }

  #forget(): void {
    for (const who of this.#buckets.keys()) {
      if (this.#left(who) >= this.#burst) this.#buckets.delete(who);
    }
  }
}
