import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instant } from '#domain/base/time';
import { KeptIfLarge } from './kept.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const TOOK_MS = 100;
const isLarge = (): Promise<boolean> => Promise.resolve(true);

/** Answers 1, 2, 3…, each after 100 ms. */
function counter(large: () => Promise<boolean>) {
  let asked = 0;
  const kept = new KeptIfLarge<number>(large, 60_000);
  const get = async (at: number): Promise<number> => {
    const answer = kept.get('', instant(at), async () => {
      asked += 1;
      const mine = asked;
      await new Promise((resolve) => setTimeout(resolve, TOOK_MS));
      return mine;
    });
    await vi.advanceTimersByTimeAsync(TOOK_MS);
    return answer;
  };
  return { get, asked: () => asked };
}

test('with little to go over it is asked anew each time, however long that takes', async () => {
  const { get } = counter(() => Promise.resolve(false));
  expect([await get(0), await get(1), await get(2)]).toEqual([1, 2, 3]);
});

test('with much it is kept for a while, and made anew meanwhile for who comes next', async () => {
  const { get, asked } = counter(isLarge);
  expect(await get(0)).toBe(1);
  expect(await get(1_000)).toBe(1);
  expect(asked(), 'not again at once').toBe(1);
  await vi.advanceTimersByTimeAsync(20 * TOOK_MS);
  expect(await get(3_000)).toBe(1);
  expect(asked()).toBe(2);
  expect(await get(62_999)).toBe(2);
  expect(await get(999_999), 'too old: waited for').toBe(3);
  expect(await get(0), 'time went back').toBe(4);
});

test('one that is under way is joined; a failure is not kept', async () => {
  const kept = new KeptIfLarge<string>(isLarge, 60_000);
  let fail: (error: Error) => void = () => {};
  const first = kept.get('', instant(0), () => new Promise((_, reject) => (fail = reject)));
  const second = kept.get('', instant(1), () => Promise.resolve('not asked'));
  const both = Promise.allSettled([first, second]);
  await vi.advanceTimersByTimeAsync(1);
  fail(new Error('gone'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await kept.get('', instant(2), () => Promise.resolve('anew'))).toBe('anew');
});

test('keys are apart', async () => {
  const kept = new KeptIfLarge<string>(isLarge, 60_000);
  const ask = (key: string, value: string) =>
    kept.get(key, instant(0), () => Promise.resolve(value));
  expect([await ask('a', '1'), await ask('b', '2'), await ask('a', '3')]).toEqual(['1', '2', '1']);
});
