import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instant } from '#domain/base/time';
import { ChangeHub } from '../events/changes.ts';
import { Cache, type CacheSpec } from './cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const TOOK_MS = 100;
const IF_LARGE: CacheSpec<number> = { maxAgeMs: 60_000, onlyIfLarge: true };
const ALWAYS: CacheSpec<number> = { maxAgeMs: 60_000 };
const SHARED: CacheSpec<number> = { maxAgeMs: 0 };
const UNTIL_USERS: CacheSpec<number> = {
  maxAgeMs: 60_000,
  until: (told) => told === 'all' || told.userIds.length > 0,
};

/** Answers 1, 2, 3…, each after 100 ms. */
function counter(spec: CacheSpec<number>, isLarge = true) {
  const changes = new ChangeHub();
  const cache = new Cache(() => Promise.resolve(isLarge), changes);
  let reads = 0;
  const begin = (at: number, key = ''): Promise<number> =>
    cache.get(spec, {
      key,
      now: instant(at),
      read: async () => {
        reads += 1;
        const mine = reads;
        await new Promise((resolve) => setTimeout(resolve, TOOK_MS));
        return mine;
      },
    });
  const get = async (at: number, key = ''): Promise<number> => {
    const answer = begin(at, key);
    await vi.advanceTimersByTimeAsync(TOOK_MS);
    return answer;
  };
  return { begin, get, changes, reads: () => reads };
}

test('small data is read for every caller, however long that takes', async () => {
  const { get } = counter(IF_LARGE, false);
  expect([await get(0), await get(1), await get(2)]).toEqual([1, 2, 3]);
});

test('a value of large data is kept, and read again in the background for later callers', async () => {
  const { get, reads } = counter(IF_LARGE);
  expect(await get(0)).toBe(1);
  expect(await get(1_000)).toBe(1);
  expect(reads(), 'not again at once').toBe(1);
  await vi.advanceTimersByTimeAsync(20 * TOOK_MS);
  expect(await get(3_000)).toBe(1);
  expect(reads()).toBe(2);
  expect(await get(62_999)).toBe(2);
  expect(await get(999_999), 'too old: waited for').toBe(3);
  expect(await get(0), 'time went back').toBe(4);
});

test('a value is kept to its maximum age, and not read in the background', async () => {
  const { get, reads } = counter(ALWAYS, false);
  expect(await get(0)).toBe(1);
  await vi.advanceTimersByTimeAsync(100 * TOOK_MS);
  expect(await get(59_999)).toBe(1);
  expect(reads()).toBe(1);
  expect(await get(60_000)).toBe(2);
});

test('without a maximum age only concurrent callers share a read', async () => {
  const { begin, get } = counter(SHARED);
  const both = Promise.all([begin(0), begin(0)]);
  await vi.advanceTimersByTimeAsync(TOOK_MS);
  expect(await both).toEqual([1, 1]);
  expect(await get(0)).toBe(2);
});

test('a change that concerns a kind empties it, and what is being read is not kept', async () => {
  const { begin, get, changes } = counter(UNTIL_USERS);
  expect(await get(0)).toBe(1);
  changes.tell({ userIds: [], topics: ['prices'] });
  expect(await get(1)).toBe(1);
  changes.tell({ userIds: ['somebody'], topics: [] });
  const before = begin(2);
  changes.tell('all');
  const after = begin(3);
  await vi.advanceTimersByTimeAsync(TOOK_MS);
  expect([await before, await after, await get(4)]).toEqual([2, 3, 3]);
});

test('concurrent callers share a failure, which is not kept', async () => {
  const cache = new Cache(() => Promise.resolve(true), new ChangeHub());
  const spec: CacheSpec<string> = { maxAgeMs: 60_000, onlyIfLarge: true };
  let fail: (error: Error) => void = () => {};
  const first = cache.get(spec, {
    now: instant(0),
    read: () => new Promise<string>((_, reject) => (fail = reject)),
  });
  const second = cache.get(spec, { now: instant(1), read: () => Promise.resolve('not read') });
  const both = Promise.allSettled([first, second]);
  await vi.advanceTimersByTimeAsync(1);
  fail(new Error('gone'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get(spec, { now: instant(2), read: () => Promise.resolve('next') })).toBe(
    'next',
  );
});

test('a failed background read leaves the kept value, and is reported once that has expired', async () => {
  const cache = new Cache(() => Promise.resolve(true), new ChangeHub());
  const get = (at: number, read: () => Promise<number>) =>
    cache.get(IF_LARGE, { now: instant(at), read });
  let failures = 0;
  const failing = (): Promise<number> => {
    failures += 1;
    return Promise.reject(new Error('gone'));
  };
  expect(await get(0, () => Promise.resolve(1))).toBe(1);
  await vi.advanceTimersByTimeAsync(TOOK_MS);
  expect([await get(1, failing), await get(2, failing)]).toEqual([1, 1]);
  expect(failures, 'each time again').toBe(2);
  await expect(get(60_000, failing)).rejects.toThrow('gone');
});

test('keys are apart, and of more than a hundred the first makes way', async () => {
  const { get } = counter(ALWAYS);
  expect([await get(0, 'a'), await get(0, 'b'), await get(0, 'a')]).toEqual([1, 2, 1]);
  for (let i = 0; i < 99; i += 1) await get(0, `more ${i}`);
  expect([await get(0, 'b'), await get(0, 'a')]).toEqual([2, 102]);
});

/** Values are lists of who had changed when they were renewed; the first is empty. */
function follower(renews: () => Promise<boolean> = () => Promise.resolve(true)) {
  const changes = new ChangeHub();
  const cache = new Cache(() => Promise.resolve(true), changes);
  const spec: CacheSpec<readonly string[]> = { maxAgeMs: 60_000, onlyIfLarge: true };
  let reads = 0;
  const get = (): Promise<readonly string[]> =>
    cache.get(spec, {
      now: instant(0),
      read: () => Promise.resolve([`read ${(reads += 1)}`]),
      renew: async (value, userIds) => ((await renews()) ? [...value, ...userIds] : null),
    });
  const tell = (...userIds: string[]): void => changes.tell({ userIds, topics: [] });
  return { get, tell, changes };
}

test('a kept value follows who has changed, each change once', async () => {
  const { get, tell } = follower();
  expect(await get()).toEqual(['read 1']);
  tell('a', 'b');
  tell('a');
  const both = Promise.all([get(), get()]);
  expect(await both).toEqual([
    ['read 1', 'a', 'b'],
    ['read 1', 'a', 'b'],
  ]);
  tell('c');
  expect(await get()).toEqual(['read 1', 'a', 'b', 'c']);
});

test.each<[string, () => Promise<boolean>]>([
  ['cannot be renewed', () => Promise.resolve(false)],
  ['fails to be renewed', () => Promise.reject(new Error('gone'))],
])('a kept value that %s stays, and is read again in its time', async (_, renews) => {
  const { get, tell } = follower(renews);
  expect(await get()).toEqual(['read 1']);
  tell('a');
  expect(await get()).toEqual(['read 1']);
  await vi.advanceTimersByTimeAsync(TOOK_MS);
  expect(await get()).toEqual(['read 1']);
  expect(await get()).toEqual(['read 2']);
});
