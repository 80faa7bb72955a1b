import { afterEach, describe, expect, test, vi } from 'vitest';
import { Batches } from './batches.ts';

/** Statement that ends when the test calls `release`. */
class Held {
  readonly asked: (readonly number[])[] = [];
  isBusy = (): boolean => false;
  #release: (() => void)[] = [];

  run = async (items: readonly number[]): Promise<readonly number[]> => {
    this.asked.push(items);
    await new Promise<void>((resolve) => this.#release.push(resolve));
    if (items.includes(13)) throw new Error('thirteen');
    return items.map((item) => item * 10);
  };

  /** Ends the oldest statement, then lets the next one begin. */
  async release(): Promise<void> {
    this.#release.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  vi.useRealTimers();
});

describe('batches', () => {
  test('combine items of one turn of the event loop in a statement, each with its own result', async () => {
    const held = new Held();
    const batches = new Batches(held);
    const answers = Promise.all([1, 2, 3].map((item) => batches.ask(item)));
    await turn();
    expect(held.asked).toEqual([[1, 2, 3]]);
    await held.release();
    expect(await answers).toEqual([10, 20, 30]);
  });

  test('hold items that arrive during a statement, and send them together after it', async () => {
    const held = new Held();
    const batches = new Batches(held);
    const first = batches.ask(1);
    await turn();
    const later = [2, 3, 4].map((item) => batches.ask(item));
    await turn();
    expect(held.asked).toEqual([[1]]);
    await held.release();
    expect(await first).toBe(10);
    expect(held.asked).toEqual([[1], [2, 3, 4]]);
    await held.release();
    expect(await Promise.all(later)).toEqual([20, 30, 40]);
  });

  test('send past a hanging statement, with at most four statements in flight', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const held = new Held();
    const batches = new Batches(held);
    const answers: Promise<number>[] = [];
    for (let item = 1; item <= 6; item += 1) {
      answers.push(batches.ask(item));
      await turn();
      vi.advanceTimersByTime(20);
    }
    expect(held.asked).toEqual([[1], [2], [3], [4]]);
    await held.release();
    expect(await answers[0]).toBe(10);
    expect(held.asked).toEqual([[1], [2], [3], [4], [5, 6]]);
    for (let i = 0; i < 4; i += 1) await held.release();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
  });

  test('fail only the item at fault of a failed batch', async () => {
    const held = new Held();
    const batches = new Batches(held);
    const settled = Promise.allSettled([1, 13, 2].map((item) => batches.ask(item)));
    for (let i = 0; i < 5; i += 1) {
      await turn();
      await held.release();
    }
    expect((await settled).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(held.asked).toEqual([[1, 13, 2], [1], [13], [2]]);
  });

  test('fail all items without a retry if the database is down', async () => {
    const asked: (readonly number[])[] = [];
    const batches = new Batches<number, number>({
      run: (items) => {
        asked.push(items);
        return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
      },
    });
    const settled = await Promise.allSettled([1, 2, 3].map((item) => batches.ask(item)));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(asked).toEqual([[1, 2, 3]]);
  });

  test('sort the items of a statement, and never combine items with the same key', async () => {
    const held = new Held();
    const batches = new Batches({
      run: held.run,
      apart: (item) => String(item % 10),
      order: (a, b) => a - b,
    });
    const answers = Promise.all([21, 2, 11, 1].map((item) => batches.ask(item)));
    await turn();
    expect(held.asked).toEqual([[2, 21]]);
    for (let i = 0; i < 3; i += 1) {
      await held.release();
      await turn();
    }
    expect(await answers).toEqual([210, 20, 110, 10]);
    expect(held.asked).toEqual([[2, 21], [11], [1]]);
  });

  test('never run items with the same key concurrently', async () => {
    const held = new Held();
    const batches = new Batches({ run: held.run, apart: () => 'one' });
    const answers = Promise.all(Array.from({ length: 20 }, (_, i) => batches.ask(i + 100)));
    await turn();
    for (let i = 1; i <= 20; i += 1) {
      expect(held.asked).toHaveLength(i);
      await held.release();
    }
    expect(await answers).toHaveLength(20);
  });

  test('contain half of the peak of concurrent items, at least 8 and at most 64', async () => {
    const sizesOf = async (count: number, isBusy = false): Promise<number[]> => {
      const held = new Held();
      held.isBusy = () => isBusy;
      const batches = new Batches(held);
      const answers = Promise.all(Array.from({ length: count }, (_, i) => batches.ask(i + 100)));
      await turn();
      const sizes = held.asked.map((items) => items.length);
      while (held.asked.flat().length < count) await held.release();
      for (let i = 0; i < 3; i += 1) await held.release();
      await answers;
      return sizes;
    };
    expect(await sizesOf(7)).toEqual([7]);
    // A partial batch waits until no statement is in flight.
    expect(await sizesOf(12)).toEqual([8]);
    expect(await sizesOf(16)).toEqual([8, 8]);
    expect(await sizesOf(32)).toEqual([16, 16]);
    expect(await sizesOf(300)).toEqual([64, 64, 64]);
    // While the event loop is busy, all items share a statement.
    expect(await sizesOf(32, true)).toEqual([32]);
    expect(await sizesOf(100, true)).toEqual([64]);
  });

  test('keep their size for some time after a peak of concurrent items', async () => {
    const held = new Held();
    const batches = new Batches(held);
    const many = Promise.all(Array.from({ length: 40 }, (_, i) => batches.ask(i + 100)));
    await turn();
    for (let i = 0; i < 2; i += 1) await held.release();
    await many;
    const few = Promise.all(Array.from({ length: 30 }, (_, i) => batches.ask(i + 200)));
    await turn();
    expect(held.asked.map((items) => items.length)).toEqual([20, 20, 20]);
    for (let i = 0; i < 2; i += 1) await held.release();
    await few;
    expect(held.asked.at(-1)).toHaveLength(10);
  });
});
