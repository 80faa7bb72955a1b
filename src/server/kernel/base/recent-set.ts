/** Set whose entries expire after `forMs`. Evicts the least recently added entry above `most`. */
export class RecentSet {
  readonly #forMs: number;
  readonly #most: number;
  readonly #seen = new Map<string, number>();

  constructor(forMs: number, most: number) {
    this.#forMs = forMs;
    this.#most = most;
  }

  add(what: string): void {
    this.#seen.delete(what);
    this.#seen.set(what, performance.now());
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > this.#most && oldest !== undefined) this.#seen.delete(oldest);
  }

  has(what: string): boolean {
    const at = this.#seen.get(what);
    return at !== undefined && performance.now() - at < this.#forMs;
  }
}
