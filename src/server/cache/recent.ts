import type { Instant } from '#domain/base/time';

/** Answers of a short while ago (of protocol time), by key: what costs much is asked once for all who want it. */
export class Recent<Value> {
  readonly #keepMs: number;
  readonly #known = new Map<string, { readonly at: Instant; readonly value: Promise<Value> }>();

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** What is known, else what is asked now; a failure is not kept. */
  get(key: string, now: Instant, ask: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(key);
    if (known && Math.abs(now - known.at) < this.#keepMs) return known.value;
    const value = ask();
    this.#known.set(key, { at: now, value });
    value.catch(() => {
      if (this.#known.get(key)?.value === value) this.#known.delete(key);
    });
    return value;
  }
}
