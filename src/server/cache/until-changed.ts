import type { Instant } from '#domain/base/time';
import type { Parts } from '../parts.ts';

type Told = Parameters<Parameters<Parts['changes']['subscribe']>[0]>[0];

/** Whether what was written can change an audit: prices and public figures cannot. */
export function concernsAccounts(told: Told): boolean {
  if (told === 'all' || told.userIds.length > 0) return true;
  return told.topics.some((topic) => topic === 'admin' || topic === 'protocol');
}

/** An answer about accounts that costs much, kept for a while of protocol time, or until one is written. */
export class UntilChanged<Value> {
  readonly #keepMs: number;
  #kept: { readonly at: Instant; readonly value: Promise<Value> } | null = null;

  constructor(changes: Parts['changes'], keepMs: number) {
    this.#keepMs = keepMs;
    changes.subscribe((told) => {
      if (concernsAccounts(told)) this.#kept = null;
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
