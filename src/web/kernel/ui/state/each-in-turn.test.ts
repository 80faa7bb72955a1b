import { expect, test } from 'vitest';

import { eachInTurn } from './each-in-turn.ts';

test('one after the other; what was done before a failure stays told, and nothing after it is tried', async () => {
  const tried: number[] = [];
  const act = async (item: number) => {
    tried.push(item);
    if (item === 3) throw new Error('three');
    return item * 10;
  };
  expect(await eachInTurn([1, 2], act)).toEqual({
    done: [10, 20],
    error: null,
    isLeft: false,
  });
  expect(await eachInTurn([2, 3, 4], act)).toEqual({
    done: [20],
    error: new Error('three'),
    isLeft: false,
  });
  expect(tried).toEqual([1, 2, 2, 3]);
});

test('work that is left half-way ends there, and says so, whether or not its last step failed', async () => {
  let mayGoOn = true;
  const counts: number[] = [];
  const watched = { goesOn: () => mayGoOn, onStep: (count: number) => counts.push(count) };
  const act = async (item: number) => {
    mayGoOn = item !== 2;
    return item;
  };
  expect(await eachInTurn([1, 2, 3], act, watched)).toEqual({
    done: [1, 2],
    error: null,
    isLeft: true,
  });
  expect(counts).toEqual([1]);
  const fail = async () => {
    mayGoOn = false;
    throw new Error('of another user');
  };
  expect(await eachInTurn([1], fail, watched)).toMatchObject({ done: [], isLeft: true });
});
