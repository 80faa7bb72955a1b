import { expect, test } from 'vitest';
import { absent } from '../rpc/answer.ts';
import { followedStatuses } from './followed-statuses.ts';

test('followedStatuses searches history for each signature at most once in 40 slots', async () => {
  let slot = 1_000;
  const searched: string[] = [];
  const statusesOf = followedStatuses({
    statuses: async (signatures, { searchHistory }) => {
      if (searchHistory) searched.push(...signatures);
      return new Map(signatures.map((signature) => [signature, absent(slot)]));
    },
  });
  const run = async () => {
    for (const batch of [['a', 'b'], ['c']]) await statusesOf(batch);
    slot += 5;
    return searched.splice(0);
  };
  expect(await run()).toEqual(['a', 'b', 'c']);
  for (let i = 0; i < 7; i += 1) expect(await run()).toEqual([]);
  expect(await run()).toEqual(['a', 'b', 'c']);
});
