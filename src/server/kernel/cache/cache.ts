import type { Instant } from '#domain/base/time';
import type { ChangeHub, ChangeNotice } from '../events/changes.ts';

/** Maximum memoized results; the least recently used one is evicted. */
const MEMOIZED_MAX = 100;

interface MemoOptions {
  /** Minimum duration of a read whose result is memoized. */
  readonly slowMs?: number;
  /** Lifetime of a memoized result, in durations of its read: at 20, a key is read a twentieth of the time at most. */
  readonly lifetimeReads?: number;
}

interface Memoized {
  readonly value: unknown;
  /** Expiry in monotonic milliseconds. */
  readonly until: number;
}

interface Recent<Value> {
  readonly key: string;
  /** Current instant of the caller, which ages are measured by. */
  readonly now: Instant;
  readonly maxAgeMs: number;
  readonly read: () => Promise<Value>;
}

/**
 * In-memory cache of a node. One key names one read. Concurrent callers of a key share its read; a failed
 * read is not cached.
 */
export class Cache {
  readonly #options: Required<MemoOptions>;
  readonly #inFlight = new Map<string, Promise<unknown>>();
  readonly #recent = new Map<string, { readonly at: Instant; readonly value: unknown }>();
  /** Entries in order of last use. */
  readonly #memoized = new Map<string, Memoized>();
  #evictions = 0;

  constructor(
    changes: Pick<ChangeHub, 'subscribe'>,
    { slowMs = 200, lifetimeReads = 20 }: MemoOptions = {},
  ) {
    this.#options = { slowMs, lifetimeReads };
    changes.subscribe((notice) => {
      if (!isOwnersOrClock(notice)) return;
      this.#evictions += 1;
      this.#memoized.clear();
    });
  }

  /** Joins the read of a key that is in flight, or begins one. */
  share<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const running = this.#inFlight.get(key);
    if (running) return running as Promise<Value>;
    const begun = read();
    this.#inFlight.set(key, begun);
    const end = (): void => void this.#inFlight.delete(key);
    begun.then(end, end);
    return begun;
  }

  /**
   * TTL cache: returns the cached result of a key while it is younger than `maxAgeMs`. For a few fixed keys.
   */
  async recent<Value>({ key, now, maxAgeMs, read }: Recent<Value>): Promise<Value> {
    const cached = this.#recent.get(key);
    if (cached && Math.abs(now - cached.at) < maxAgeMs) return cached.value as Value;
    return this.share(key, async () => {
      const value = await read();
      this.#recent.set(key, { at: now, value });
      return value;
    });
  }

  /**
   * Memoizes a read if it was slow. Writes of users do not evict the result. Each act of the owner and each
   * move of protocol time, on any node, evicts it.
   */
  async memo<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const cached = this.#memoized.get(key);
    if (cached && performance.now() < cached.until) {
      this.#memoized.delete(key);
      this.#memoized.set(key, cached);
      return cached.value as Value;
    }
    const evictions = this.#evictions;
    // Callers after an eviction do not join a read from before it.
    return this.share(`${key} ${evictions}`, async () => {
      const since = performance.now();
      const value = await read();
      const tookMs = performance.now() - since;
      const isSlow = tookMs > this.#options.slowMs;
      if (isSlow && evictions === this.#evictions) this.#store(key, value, tookMs);
      return value;
    });
  }

  #store(key: string, value: unknown, tookMs: number): void {
    const until = performance.now() + this.#options.lifetimeReads * tookMs;
    this.#memoized.delete(key);
    this.#memoized.set(key, { value, until });
    const [oldest] = this.#memoized.keys();
    if (this.#memoized.size > MEMOIZED_MAX && oldest !== undefined) this.#memoized.delete(oldest);
  }
}

/** True if the owner may have acted or protocol time was moved. */
function isOwnersOrClock(notice: ChangeNotice): boolean {
  return notice === 'all' || notice.topics.some((topic) => topic === 'log' || topic === 'status');
}
