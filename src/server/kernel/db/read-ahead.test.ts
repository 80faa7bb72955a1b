import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

async function* batches(begun: number[], count: number): AsyncGenerator<number> {
  for (let batch = 0; batch < count; batch += 1) {
    begun.push(batch);
    if (batch === 3) throw new Error('gone');
    yield batch;
  }
}

test('readAhead starts the next batch, and only that, before the current one is processed', async () => {
  const begun: number[] = [];
  const ahead = readAhead(batches(begun, 3));
  expect([(await ahead.next()).value, begun]).toEqual([0, [0, 1]]);
  expect([(await ahead.next()).value, begun]).toEqual([1, [0, 1, 2]]);
  expect([(await ahead.next()).value, (await ahead.next()).done]).toEqual([2, true]);
});

test('readAhead throws a failure at the position of its batch', async () => {
  const ahead = readAhead(batches([], 9));
  const seen: number[] = [];
  const all = async (): Promise<void> => {
    for await (const batch of ahead) seen.push(batch);
  };
  await expect(all()).rejects.toThrow('gone');
  expect(seen).toEqual([0, 1, 2]);
});
