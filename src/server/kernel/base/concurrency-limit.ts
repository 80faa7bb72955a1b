interface Limits {
  readonly max: number;
  /** Maximum for one key, such as a network, so that a slow caller does not block others. */
  readonly maxPerKey: number;
  /** Further places for callers with a reservation. */
  readonly reserved?: number;
  /** Number of holders that wait for something outside the node; they do not count. */
  readonly idle?: () => number;
}

/** Limits concurrent callers. A caller beyond the limit is refused immediately, without a queue. */
export class ConcurrencyLimit {
  readonly #limits: Limits;
  readonly #perKey = new Map<string, number>();
  #active = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** True if there is no place for any key. */
  isFull(isReserved = false): boolean {
    const { max, reserved = 0, idle } = this.#limits;
    return this.#active - (idle?.() ?? 0) >= max + (isReserved ? reserved : 0);
  }

  /** Takes a place. Returns its release, which may be called repeatedly, or null if there is none. */
  acquire(key: string, isReserved = false): (() => void) | null {
    const held = this.#perKey.get(key) ?? 0;
    if (held >= this.#limits.maxPerKey || this.isFull(isReserved)) return null;
    this.#active += 1;
    this.#perKey.set(key, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#active -= 1;
      const left = (this.#perKey.get(key) ?? 1) - 1;
      if (left > 0) this.#perKey.set(key, left);
      else this.#perKey.delete(key);
    };
  }
}
