import type { Instant } from '#domain/time';
import type { Parts } from './parts.ts';

/** An answer that costs much, kept for a while of protocol time, or until something is written. */
export class UntilChanged<Value> {
  readonly #keepMs: number;
  #kept: { readonly at: Instant; readonly value: Promise<Value> } | null = null;

  constructor(changes: Parts['changes'], keepMs: number) {
    this.#keepMs = keepMs;
    changes.subscribe(() => {
      this.#kept = null;
    });
  }

  /** What is kept, else what is asked now; a failure is not kept. */
  get(now: Instant, ask: () => Promise<Value>): Promise<Value> {
    if (this.#kept && Math.abs(now - this.#kept.at) < this.#keepMs) return this.#kept.value;
    const kept = { at: now, value: ask() };
    this.#kept = kept;
    kept.value.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return kept.value;
  }
}
