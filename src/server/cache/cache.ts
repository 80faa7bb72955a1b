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
  /** The kept value after these users have changed; null where it has to be read again. */
  readonly renew?: (value: Value, userIds: readonly string[]) => Promise<Value | null>;
}

interface Kept {
  readonly at: Instant;
  readonly doneAt: number;
  readonly tookMs: number;
  value: unknown;
  /** Who has changed since it was begun to be read; null where that is no longer known. */
  changed: Set<string> | null;
  renewing: Promise<void> | null;
}

interface Reading extends Pick<Kept, 'changed'> {
  readonly value: Promise<unknown>;
}

/** The values of one kind, by key, and the reads of them that are under way. */
interface Shelf {
  readonly kept: Map<string, Kept>;
  readonly reading: Map<string, Reading>;
}

/** Of more keys than this, the one that was read first makes way. */
const KEYS_MAX = 100;
/** After more users have changed, a value is read again rather than renewed. */
const CHANGED_MAX = 1_000;
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
        for (const value of [...kept.values(), ...reading.values()]) note(value, told);
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
    if (!kept || Math.abs(now - kept.at) >= maxAgeMs) return readOnce(shelf, asked, maxAgeMs > 0);
    await renewed(kept, asked);
    const isDue = performance.now() - kept.doneAt > REFRESH_SHARE * kept.tookMs;
    if (onlyIfLarge && isDue) readOnce(shelf, asked, true).catch(() => {});
    return kept.value as Value;
  }
}

function note(value: Pick<Kept, 'changed'>, told: Told): void {
  if (told === 'all') value.changed = null;
  else for (const id of told.userIds) value.changed?.add(id);
  if ((value.changed?.size ?? 0) > CHANGED_MAX) value.changed = null;
}

/** Brings a kept value up to date with who has changed, once for all who ask; where that fails, it stays as it was. */
async function renewed<Value>(kept: Kept, { renew }: Asked<Value>): Promise<void> {
  while (kept.renewing) await kept.renewing;
  if (!renew || !kept.changed || kept.changed.size === 0) return;
  const userIds = [...kept.changed];
  kept.changed.clear();
  kept.renewing = renew(kept.value as Value, userIds).then(
    (value) => {
      kept.renewing = null;
      if (value === null) kept.changed = null;
      else kept.value = value;
    },
    () => {
      kept.renewing = null;
      kept.changed = null;
    },
  );
  return kept.renewing;
}

/** Joins the read of a key that is under way, or begins one and, where it `keeps` any, keeps its value. */
function readOnce<Value>(
  { kept, reading }: Shelf,
  { key = '', now, read, renew }: Asked<Value>,
  keeps: boolean,
): Promise<Value> {
  const running = reading.get(key);
  if (running) return running.value as Promise<Value>;
  const since = performance.now();
  const value = read();
  const begun: Reading = { value, changed: renew ? new Set() : null };
  reading.set(key, begun);
  /** False where a change came meanwhile: the value may be older than it. */
  const finish = (): boolean => reading.get(key) === begun && reading.delete(key);
  value.then(
    (answer) => {
      if (!finish() || !keeps) return;
      const doneAt = performance.now();
      kept.delete(key);
      const { changed } = begun;
      const tookMs = doneAt - since;
      kept.set(key, { at: now, doneAt, tookMs, value: answer, changed, renewing: null });
      const [first] = kept.keys();
      if (kept.size > KEYS_MAX && first !== undefined) kept.delete(first);
    },
    () => void finish(),
  );
  return value;
}
