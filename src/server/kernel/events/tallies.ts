/** How often a caller has asked one node in the window that runs for them. */
export interface Tally {
  readonly key: string;
  readonly count: number;
  /** When the window began, by the wall clock. */
  readonly since: number;
}

interface Window {
  readonly since: number;
  own: number;
  /** What the others were told of it. */
  told: number;
  /** By node. */
  readonly others: Map<string, number>;
}

interface TallyOptions {
  readonly windowMs: number;
  /** From this many on the other nodes are told: fewer requests concern this node alone. */
  readonly sendFrom: number;
  readonly now?: () => number;
}

/** Of more callers than this, the one who came first is forgotten. */
const KEPT_MAX = 10_000;
/** More would not fit into one message between nodes. */
const TOLD_MAX = 80;

/** Counts what callers ask, in a window that begins with the first, on this node and on the others. */
export class Tallies {
  readonly #options: TallyOptions;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(options: TallyOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Counts requests. Returns how many the window has on all nodes, and how long it still lasts. */
  add(key: string, times = 1): { readonly count: number; readonly leftMs: number } {
    const window = this.#windowOf(key, this.#now());
    window.own += times;
    const others = [...window.others.values()].reduce((sum, count) => sum + count, 0);
    const leftMs = window.since + this.#options.windowMs - this.#now();
    return { count: window.own + others, leftMs: Math.max(1, leftMs) };
  }

  /** What the other nodes do not know yet; the most first. */
  unsent(): readonly Tally[] {
    const news = [...this.#windows].filter(([, window]) => this.#isNews(window));
    return news
      .toSorted(([, a], [, b]) => b.own - a.own)
      .slice(0, TOLD_MAX)
      .map(([key, window]) => {
        window.told = window.own;
        return { key, count: window.own, since: window.since };
      });
  }

  /** Takes over what another node has counted. */
  merge(node: string, tallies: readonly Tally[]): void {
    for (const { key, count, since } of tallies) {
      this.#windowOf(key, since).others.set(node, count);
    }
  }

  #windowOf(key: string, since: number): Window {
    const known = this.#windows.get(key);
    if (known && this.#runs(known)) return known;
    const window = { since, own: 0, told: 0, others: new Map<string, number>() };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > KEPT_MAX && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }

  #runs({ since }: Window): boolean {
    // By another node's clock, or by ours before it was set, it may have begun later than now.
    return Math.abs(this.#now() - since) < this.#options.windowMs;
  }

  #isNews(window: Window): boolean {
    const { own, told } = window;
    return own >= this.#options.sendFrom && own > told && this.#runs(window);
  }
}

/** Requests by network: a minute each, and told of once there were one a second. */
export const requestTallies = (): Tallies => new Tallies({ windowMs: 60_000, sendFrom: 60 });
