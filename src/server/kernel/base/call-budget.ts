export interface CallBudgetOptions {
  readonly perMinute: number;
  /** Maximum units saved up by an idle caller. */
  readonly burst: number;
  /** Monotonic milliseconds. */
  readonly monotonicMs?: () => number;
}

/** Above this number of buckets, full ones are deleted. */
const BUCKETS_MAX = 10_000;

interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** Token bucket per caller: `perMinute` units are added each minute, up to `burst`. */
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

  /** Milliseconds until `units` can be spent; 0 if they can be spent now. */
  waitMs(who: string, units: number): number {
    const missing = Math.min(units, this.#burst) - this.#left(who);
    return missing <= 0 ? 0 : Math.ceil(missing / this.#perMs);
  }

  spend(who: string, units: number): void {
    this.#buckets.set(who, { left: this.#left(who) - units, at: this.#now() });
    if (this.#buckets.size > BUCKETS_MAX) this.#deleteFull();
  }

  #left(who: string): number {
    const bucket = this.#buckets.get(who);
    if (!bucket) return this.#burst;
    return Math.min(this.#burst, bucket.left + (this.#now() - bucket.at) * this.#perMs);
  }

  #deleteFull(): void {
    for (const who of this.#buckets.keys()) {
      if (this.#left(who) >= this.#burst) this.#buckets.delete(who);
    }
  }
}
