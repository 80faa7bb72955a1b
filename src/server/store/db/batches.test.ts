import { describe, expect, test } from 'vitest';
import { Batches } from './batches.ts';

/** A statement that ends when the test says so. */
class Held {
  readonly asked: (readonly number[])[] = [];
  #release: (() => void)[] = [];

  run = async (items: readonly number[]): Promise<readonly number[]> => {
    this.asked.push(items);
    await new Promise<void>((resolve) => this.#release.push(resolve));
    if (items.includes(13)) throw new Error('thirteen');
    return items.map((item) => item * 10);
  };

  /** Ends the oldest statement, and lets what follows begin. */
  async release(): Promise<void> {
    this.#release.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('batches', () => {
  test('items that are asked for in one turn share a statement, each with its own answer', async () => {
    const held = new Held();
    const batches = new Batches(held);
    const answers = Promise.all([1, 2, 3].map((item) => batches.ask(item)));
    await turn();
    expect(held.asked).toEqual([[1, 2, 3]]);
    await held.release();
    expect(await answers).toEqual([10, 20, 30]);
  });

  test('while two statements are under way, later items wait and go out together', async () => {
    const held = new Held();
    const batches = new Batches(held);
    const first = batches.ask(1);
    await turn();
    const second = batches.ask(2);
    await turn();
    const later = [3, 4, 5].map((item) => batches.ask(item));
    await turn();
    expect(held.asked).toEqual([[1], [2]]);
    await held.release();
    expect(await first).toBe(10);
    expect(held.asked).toEqual([[1], [2], [3, 4, 5]]);
    await held.release();
    await held.release();
    expect(await Promise.all([second, ...later])).toEqual([20, 30, 40, 50]);
  });

  test('of a batch that fails, only the item at fault fails', async () => {
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

  test('where the database is away all of a batch fails, and none of it is asked again', async () => {
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

  test('items that must be kept apart never share a statement; a statement is in order', async () => {
    const held = new Held();
    const batches = new Batches({
      run: held.run,
      apart: (item) => String(item % 10),
      order: (a, b) => a - b,
    });
    const answers = Promise.all([21, 2, 11, 1].map((item) => batches.ask(item)));
    await turn();
    expect(held.asked).toEqual([[2, 21], [11]]);
    for (let i = 0; i < 3; i += 1) {
      await held.release();
      await turn();
    }
    expect(await answers).toEqual([210, 20, 110, 10]);
    expect(held.asked).toEqual([[2, 21], [11], [1]]);
  });

  test('a statement serves at most 64 items', async () => {
    const held = new Held();
    const batches = new Batches(held);
    const answers = Promise.all(Array.from({ length: 100 }, (_, i) => batches.ask(i + 100)));
    await turn();
    await held.release();
    await turn();
    await held.release();
    await turn();
    await answers;
    expect(held.asked.map((items) => items.length)).toEqual([64, 36]);
  });
});
