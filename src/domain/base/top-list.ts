/** Bounded list of the first `most` added values in a strict order. */
export class TopList<T> {
  readonly #most: number;
  readonly #compare: (a: T, b: T) => number;
  #values: T[] = [];

  constructor(most: number, compare: (a: T, b: T) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  add(value: T): void {
    this.#values.push(value);
    if (this.#values.length > 2 * this.#most) this.#values = this.values();
  }

  /** Returns the values in order. */
  values(): T[] {
    return this.#values.toSorted(this.#compare).slice(0, this.#most);
  }
}

/** Comparator: -1 if `a` is smaller, 1 if `b` is, 0 if equal. */
export function order<T extends bigint | number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
