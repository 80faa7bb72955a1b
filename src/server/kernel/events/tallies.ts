/** Number of a caller's requests to one node in the caller's current window. */
export interface Tally {
  readonly key: string;
  readonly count: number;
  /** Start of the window, by the wall clock. */
  readonly since: number;
}

interface Window {
  readonly since: number;
  own: number;
  /** Count that was sent to the other nodes. */
  sent: number;
  /** Counts of the other nodes, by node. */
  readonly others: Map<string, number>;
}

interface TallyOptions {
  readonly windowMs: number;
  /** Minimum count that is sent to the other nodes. */
  readonly sendFrom: number;
  readonly now?: () => number;
}

/** Maximum windows; the oldest is evicted. */
const WINDOWS_MAX = 10_000;
/** Maximum counts in one message between nodes. */
const SENT_MAX = 80;

/** Counts requests per caller over all nodes, in windows that begin with the caller's first request. */
export class Tallies {
  readonly #options: TallyOptions;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  constructor(options: TallyOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Counts requests. Returns the window's count over all nodes, and its remaining time. */
  add(key: string, times = 1): { readonly count: number; readonly leftMs: number } {
    const window = this.#windowOf(key, this.#now());
    window.own += times;
    const others = [...window.others.values()].reduce((sum, count) => sum + count, 0);
    const leftMs = window.since + this.#options.windowMs - this.#now();
    return { count: window.own + others, leftMs: Math.max(1, leftMs) };
  }

  /** Returns counts that the other nodes do not have yet, highest first, and marks them as sent. */
  unsent(): readonly Tally[] {
    const news = [...this.#windows].filter(([, window]) => this.#isNews(window));
    return news
      .toSorted(([, a], [, b]) => b.own - a.own)
      .slice(0, SENT_MAX)
      .map(([key, window]) => {
        window.sent = window.own;
        return { key, count: window.own, since: window.since };
      });
  }

  /** Stores counts of another node. */
  merge(node: string, tallies: readonly Tally[]): void {
    for (const { key, count, since } of tallies) {
      this.#windowOf(key, since).others.set(node, count);
    }
  }

  #windowOf(key: string, since: number): Window {
    const known = this.#windows.get(key);
    if (known && this.#runs(known)) return known;
    const window = { since, own: 0, sent: 0, others: new Map<string, number>() };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > WINDOWS_MAX && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }

  #runs({ since }: Window): boolean {
    // The start may lie in the future, because of clock skew between nodes or a clock correction.
    return Math.abs(this.#now() - since) < this.#options.windowMs;
  }

  #isNews(window: Window): boolean {
    const { own, sent } = window;
    return own >= this.#options.sendFrom && own > sent && this.#runs(window);
  }
}

/** Counts requests by network, in windows of a minute, sent to other nodes from 60 requests on. */
export const requestTallies = (): Tallies => new Tallies({ windowMs: 60_000, sendFrom: 60 });
