import type { Instant } from './time.ts';

/** A value and the instant from which it is in force. */
export interface Dated<T> {
  readonly from: Instant;
  readonly value: T;
}

/** Append-only values, ascending by instant. Of two at one instant, the later entry counts. */
export type History<T> = readonly Dated<T>[];

/** Returns the index of the last entry that starts at or before `at`; -1 if there is none. */
function lastIndexAt<T>(history: History<T>, at: Instant): number {
  let low = 0;
  let high = history.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = history[middle];
    if (entry && entry.from <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Returns the entry in force at an instant: the last that starts at or before it. Null before the first.
 *
 * @example entryAt([{ from: instant(5), value: 'a' }], instant(4)) // null
 */
export function entryAt<T>(history: History<T>, at: Instant): Dated<T> | null {
  return history[lastIndexAt(history, at)] ?? null;
}

/** Returns the entries in force at any instant of [start, end], oldest first. */
export function entriesDuring<T>(history: History<T>, start: Instant, end: Instant): History<T> {
  const first = lastIndexAt(history, start);
  return history.slice(Math.max(first, 0), lastIndexAt(history, end) + 1);
}
