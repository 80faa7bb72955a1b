import { expect, test } from 'vitest';
import { prefetch } from './prefetch.ts';

test('prefetch yields in order, with at most eight calls in flight', async () => {
  let [open, most] = [0, 0];
  const items = Array.from({ length: 50 }, (_, i) => i);
  const ask = async (item: number): Promise<string> => {
    open += 1;
    most = Math.max(most, open);
    // Later items resolve sooner.
    for (let i = item % 7; i < 7; i += 1) await Promise.resolve();
    open -= 1;
    return `answer ${item}`;
  };
  const got: string[] = [];
  for (const [item, asked] of prefetch(items, ask)) got.push(`${item} ${await asked}`);
  expect(got).toEqual(items.map((item) => `${item} answer ${item}`));
  expect(most).toBe(8);
});

test('prefetch swallows failures of calls that are never awaited', async () => {
  const asked: number[] = [];
  const ask = async (item: number): Promise<void> => {
    asked.push(item);
    if (item > 0) throw new Error('never awaited');
  };
  for (const [, answer] of prefetch([0, 1, 2], ask)) {
    await answer;
    break;
  }
  expect(asked).toEqual([0, 1, 2]);
});
