import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instant } from '#domain/time';
import { KeptIfSlow } from './kept.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers 1, 2, 3…, each after so many milliseconds. */
function counter() {
  let asked = 0;
  let tookMs = 0;
  const kept = new KeptIfSlow<number>({ slowMs: 100, keepMs: 60_000 });
  const get = async (at: number, ms = tookMs): Promise<number> => {
    tookMs = ms;
    const answer = kept.get('', instant(at), async () => {
      asked += 1;
      const mine = asked;
      await new Promise((resolve) => setTimeout(resolve, ms));
      return mine;
    });
    await vi.advanceTimersByTimeAsync(ms);
    return answer;
  };
  return { get, asked: () => asked };
}

test('what is quick is asked anew each time', async () => {
  const { get } = counter();
  expect([await get(0, 100), await get(1), await get(2)]).toEqual([1, 2, 3]);
});

test('what is slow is kept for a while, and made anew meanwhile for who comes next', async () => {
  const { get, asked } = counter();
  expect(await get(0, 101)).toBe(1);
  expect(await get(1_000)).toBe(1);
  expect(asked()).toBe(2);
  expect(await get(60_999)).toBe(2);
  expect(await get(999_999), 'too old: waited for').toBe(4);
  expect(await get(0, 1), 'time went back').toBe(5);
  expect(await get(1), 'quick again').toBe(6);
});

test('one that runs for long is joined; a failure is not kept', async () => {
  const kept = new KeptIfSlow<string>({ slowMs: 100, keepMs: 60_000 });
  let fail: (error: Error) => void = () => {};
  const first = kept.get('', instant(0), () => new Promise((_, reject) => (fail = reject)));
  await vi.advanceTimersByTimeAsync(101);
  const second = kept.get('', instant(1), () => Promise.resolve('not asked'));
  fail(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await expect(second).rejects.toThrow('gone');
  expect(await kept.get('', instant(2), () => Promise.resolve('anew'))).toBe('anew');
});

test('keys are apart', async () => {
  const kept = new KeptIfSlow<string>({ slowMs: -1, keepMs: 60_000 });
  const ask = (key: string, value: string) =>
    kept.get(key, instant(0), () => Promise.resolve(value));
  expect([await ask('a', '1'), await ask('b', '2'), await ask('a', '3')]).toEqual(['1', '2', '1']);
});
