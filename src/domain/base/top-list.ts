/**
 * Keeps the first so many of all that it is given, by an order that leaves no two equal; and some more in
 * reserve, where some may be taken out again.
 */
export class TopList<T> {
  readonly #most: number;
  readonly #room: number;
  readonly #compare: (a: T, b: T) => number;
  #kept: T[] = [];
  /** The first of those that were let go; null where all are kept. */
  #lost: T | null = null;

  constructor(most: number, compare: (a: T, b: T) => number, reserve = 0) {
    this.#most = most;
    this.#room = most + reserve;
    this.#compare = compare;
  }

  add(value: T): void {
    this.#kept.push(value);
    if (this.#kept.length > 2 * this.#room) this.#letGo();
  }

  #letGo(): void {
    const sorted = this.#kept.toSorted(this.#compare);
    this.#kept = sorted.slice(0, this.#room);
    const first = sorted[this.#room];
    if (first === undefined) return;
    if (this.#lost === null || this.#compare(first, this.#lost) < 0) this.#lost = first;
  }

  remove(isGone: (value: T) => boolean): void {
    this.#kept = this.#kept.filter((value) => !isGone(value));
  }

  /** In order. */
  values(): T[] {
    return this.#kept.toSorted(this.#compare).slice(0, this.#most);
  }

  /** Whether none that was let go belongs among the values. */
  isWhole(): boolean {
    if (this.#lost === null) return true;
    const last = this.values()[this.#most - 1];
    return last !== undefined && this.#compare(last, this.#lost) < 0;
  }
}

/** -1 where `a` comes first, 1 where `b` does, 0 where neither. */
export function order<T extends bigint | number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
