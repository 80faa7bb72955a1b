import type { Instant } from '#domain/base/time';
import type { ChangeHub, Told } from '../events/changes.ts';

/** How long values of one kind are kept, and when they are not. */
export interface CacheSpec<Value> {
  /** From this age on a value is read again. 0 keeps none: only concurrent callers share a read. */
  readonly maxAgeMs: number;
  /**
   * Keeps values only where the data is large: elsewhere each caller reads. There, a kept value is
   * also read again in the background, so that later callers find a younger one.
   */
  readonly onlyIfLarge?: boolean;
  /** Whether a change makes every kept value of this kind wrong. */
  readonly until?: (told: Told) => boolean;
  /** Never set: it ties the type of the values to the specification. */
  readonly holds?: Value;
}

/** One question to the cache; ages are counted in the caller's time. */
interface Asked<Value> {
  readonly key?: string;
  readonly now: Instant;
  readonly read: () => Promise<Value>;
}

interface Kept {
  readonly at: Instant;
  readonly doneAt: number;
  readonly tookMs: number;
  readonly value: unknown;
}

/** The values of one kind, by key, and the reads of them that are under way. */
interface Shelf {
  readonly kept: Map<string, Kept>;
  readonly reading: Map<string, Promise<unknown>>;
}

/** Of more keys than this, the one that was read first makes way. */
const KEYS_MAX = 100;
/** Background reads of a key may take one part of so many of the time. */
const REFRESH_SHARE = 20;

/**
 * What a node keeps of answers that cost much. A failed read is not kept. A failed background read is
 * retried, and reported only once the kept value has expired.
 */
export class Cache {
  readonly #isLarge: () => Promise<boolean>;
  readonly #shelves = new Map<CacheSpec<unknown>, Shelf>();

  constructor(isLarge: () => Promise<boolean>, changes: Pick<ChangeHub, 'subscribe'>) {
    this.#isLarge = isLarge;
    changes.subscribe((told) => {
      for (const [spec, { kept, reading }] of this.#shelves) {
        if (spec.until?.(told) !== true) continue;
        kept.clear();
        reading.clear();
      }
    });
  }

  /** The kept value of a key, else what is read now. */
  async get<Value>(spec: CacheSpec<Value>, asked: Asked<Value>): Promise<Value> {
    const { maxAgeMs, onlyIfLarge = false } = spec;
    const { key = '', now, read } = asked;
    if (onlyIfLarge && !(await this.#isLarge())) return read();
    const shelf = this.#shelves.get(spec) ?? { kept: new Map(), reading: new Map() };
    this.#shelves.set(spec, shelf);
    const kept = shelf.kept.get(key);
    if (!kept || Math.abs(now - kept.at) >= maxAgeMs) return readOnce(shelf, asked);
    const isDue = performance.now() - kept.doneAt > REFRESH_SHARE * kept.tookMs;
    if (onlyIfLarge && isDue) readOnce(shelf, asked).catch(() => {});
    return kept.value as Value;
  }
}

/** Joins the read of a key that is under way, or begins one and keeps its value. */
function readOnce<Value>(
  { kept, reading }: Shelf,
  { key = '', now, read }: Asked<Value>,
): Promise<Value> {
  const running = reading.get(key);
  if (running) return running as Promise<Value>;
  const since = performance.now();
  const value = read();
  reading.set(key, value);
  /** False where a change came meanwhile: the value may be older than it. */
  const finish = (): boolean => reading.get(key) === value && reading.delete(key);
  value.then(
    (answer) => {
      if (!finish()) return;
      const doneAt = performance.now();
      kept.delete(key);
      kept.set(key, { at: now, doneAt, tookMs: doneAt - since, value: answer });
      const [first] = kept.keys();
      if (kept.size > KEYS_MAX && first !== undefined) kept.delete(first);
    },
    () => void finish(),
  );
  return value;
}
