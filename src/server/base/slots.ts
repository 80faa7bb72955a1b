/** Places that callers hold for a while: so many in all, and so many for each caller. */
export class Slots {
  readonly #most: number;
  readonly #mostEach: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(most: number, mostEach: number) {
    this.#most = most;
    this.#mostEach = mostEach;
  }

  /** Takes a place; what gives it back, any number of times, or null where none is free. */
  take(who: string): (() => void) | null {
    const held = this.#held.get(who) ?? 0;
    if (this.#taken >= this.#most || held >= this.#mostEach) return null;
    this.#taken += 1;
    this.#held.set(who, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#taken -= 1;
      const left = (this.#held.get(who) ?? 1) - 1;
      if (left > 0) this.#held.set(who, left);
      else this.#held.delete(who);
    };
  }
}
