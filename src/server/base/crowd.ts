interface Bounds {
  readonly most: number;
  /** So many of them for one network: a caller who makes requests wait holds up no other network. */
  readonly mostEach: number;
  /** So many more for those who come with a reservation. */
  readonly spare: number;
  /** How many of those inside wait for what is not ours, and so for nothing that others need. */
  readonly elsewhere: () => number;
}

/**
 * The requests that a node works on at once. All that waits behind them, for a connection or for a
 * statement that serves many, is bounded by it: one more is turned away at once instead.
 */
export class Crowd {
  readonly #bounds: Bounds;
  readonly #from = new Map<string, number>();
  #inside = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Whether there is no place, whichever network asks. */
  isFull(isReserved: boolean): boolean {
    const { most, spare, elsewhere } = this.#bounds;
    return this.#inside - elsewhere() >= most + (isReserved ? spare : 0);
  }

  /** Lets a request in; what lets it out, to be called once, or null where there is no place. */
  enter(network: string, isReserved: boolean): (() => void) | null {
    const from = this.#from.get(network) ?? 0;
    if (from >= this.#bounds.mostEach || this.isFull(isReserved)) return null;
    this.#inside += 1;
    this.#from.set(network, from + 1);
    return () => {
      this.#inside -= 1;
      const left = (this.#from.get(network) ?? 1) - 1;
      if (left > 0) this.#from.set(network, left);
      else this.#from.delete(network);
    };
  }
}
