import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { instant } from '#domain/base/time';
import { ChangeHub } from '../events/changes.ts';
import { Cache } from './cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SLOW_MS = 201;

/** Cache with a delayed read that returns 1, 2, 3 … */
function counting() {
  const changes = new ChangeHub();
  const cache = new Cache(changes);
  let reads = 0;
  const reading = (tookMs: number) => async (): Promise<number> => {
    const mine = (reads += 1);
    await new Promise((resolve) => setTimeout(resolve, tookMs));
    return mine;
  };
  const answered = async <T>(answer: Promise<T>, tookMs: number): Promise<T> => {
    await vi.advanceTimersByTimeAsync(tookMs);
    return answer;
  };
  const memo = (key = '', tookMs = SLOW_MS): Promise<number> =>
    answered(cache.memo(key, reading(tookMs)), tookMs);
  const recent = (at: number, maxAgeMs = 60_000): Promise<number> =>
    answered(cache.recent({ key: '', now: instant(at), maxAgeMs, read: reading(1) }), 1);
  return { cache, changes, reading, memo, recent, reads: () => reads };
}

describe('a shared read', () => {
  test('serves concurrent callers of its key, but no later ones', async () => {
    const { cache, reading } = counting();
    const all = [cache.share('a', reading(1)), cache.share('a', reading(1))];
    all.push(cache.share('b', reading(1)));
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(all)).toEqual([1, 1, 2]);
    all.push(cache.share('a', reading(1)));
    await vi.advanceTimersByTimeAsync(1);
    expect(await all.at(-1)).toBe(3);
  });
});

describe('a recent answer', () => {
  test('is reloaded at its maximum age, or if time went back', async () => {
    const { recent } = counting();
    expect([await recent(0), await recent(59_999), await recent(60_000)]).toEqual([1, 1, 2]);
    expect([await recent(1), await recent(0)]).toEqual([2, 3]);
  });

  test('survives an act of the owner', async () => {
    const { recent, changes } = counting();
    expect(await recent(0)).toBe(1);
    changes.notify({ userIds: [], topics: ['log'] });
    expect(await recent(1)).toBe(1);
  });
});

describe('a memoized read', () => {
  test('is repeated for each caller if it took 200 ms or less', async () => {
    const { memo } = counting();
    expect([await memo('', 200), await memo('', 200), await memo('', 200)]).toEqual([1, 2, 3]);
  });

  test('is cached for 20 times its duration if that was more than 200 ms', async () => {
    const { memo } = counting();
    expect(await memo('', 1_000)).toBe(1);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(await memo('', 0)).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await memo('', 0)).toBe(2);
  });

  test('survives writes of users', async () => {
    const { memo, changes } = counting();
    expect(await memo()).toBe(1);
    changes.notify({ userIds: ['somebody'], topics: ['admin', 'treasury', 'prices', 'protocol'] });
    expect(await memo()).toBe(1);
  });

  test.each([
    ['an act of the owner', { userIds: [], topics: ['admin', 'log'] }],
    ['a move of the clock', { userIds: [], topics: ['status'] }],
    ['changes that are unknown', 'all'],
  ] as const)('is evicted by %s, with its read in flight', async (_, notice) => {
    const { cache, changes, memo, reading } = counting();
    expect(await memo()).toBe(1);
    changes.notify(notice);
    const before = cache.memo('', reading(SLOW_MS));
    changes.notify(notice);
    const after = cache.memo('', reading(SLOW_MS));
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect([await before, await after]).toEqual([2, 3]);
    expect(await memo(), 'of the read after the eviction').toBe(3);
  });

  test('is evicted above a hundred entries, the least recently used first', async () => {
    const { cache, memo, reading } = counting();
    expect([await memo('a', 1_000), await memo('b', 1_000)]).toEqual([1, 2]);
    const others = Array.from({ length: 98 }, (_, i) => cache.memo(`more ${i}`, reading(SLOW_MS)));
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    await Promise.all(others);
    expect(await memo('a', 0)).toBe(1);
    await memo('one more');
    expect([await memo('a', 0), await memo('b', 0)]).toEqual([1, 102]);
  });
});

test.each(['share', 'memo', 'recent'] as const)(
  'a failure of %s reaches all concurrent callers, and is not cached',
  async (how) => {
    const cache = new Cache(new ChangeHub(), { slowMs: -1, lifetimeReads: Infinity });
    const ask = (read: () => Promise<string>): Promise<string> =>
      how === 'recent'
        ? cache.recent({ key: '', now: instant(0), maxAgeMs: 60_000, read })
        : cache[how]('', read);
    const failing = (): Promise<string> =>
      new Promise((_, reject) => setTimeout(() => reject(new Error('gone')), 1));
    const both = Promise.allSettled([ask(failing), ask(() => Promise.resolve('not read'))]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask(() => Promise.resolve('next'))).toBe('next');
  },
);
