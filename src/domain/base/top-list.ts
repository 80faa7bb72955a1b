/** Keeps the first `most` of all added values, by a strict order. */
export class TopList<T> {
  readonly #most: number;
  readonly #compare: (a: T, b: T) => number;
  #kept: T[] = [];

  constructor(most: number, compare: (a: T, b: T) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  add(value: T): void {
    this.#kept.push(value);
    if (this.#kept.length > 2 * this.#most) this.#kept = this.values();
  }

  /** Returns the kept values in order. */
  values(): T[] {
    return this.#kept.toSorted(this.#compare).slice(0, this.#most);
  }
}

/** Compares: -1 if `a` comes first, 1 if `b` does, 0 if equal. */
export function order<T extends bigint | number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
