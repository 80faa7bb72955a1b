import { expect, test } from 'vitest';

import { eachInTurn } from './each-in-turn.ts';

test('one after the other; what was done before a failure stays told, and nothing after it is tried', async () => {
  const tried: number[] = [];
  const act = async (item: number) => {
    tried.push(item);
    if (item === 3) throw new Error('three');
    return item * 10;
  };
  expect(await eachInTurn([1, 2], act)).toEqual({ done: [10, 20], error: null });
  expect(await eachInTurn([2, 3, 4], act)).toEqual({ done: [20], error: new Error('three') });
  expect(tried).toEqual([1, 2, 2, 3]);
});
