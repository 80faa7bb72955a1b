import { expect, test } from 'vitest';
import { latestOf } from './latest-of.ts';

const keyOf = ({ id }: { readonly id: string }) => id;

test('a row that moved to a page that was read later stands there alone, as it was read last', () => {
  const pages = [
    { id: 'a', amount: 9 },
    { id: 'b', amount: 8 },
    { id: 'c', amount: 7 },
    { id: 'a', amount: 6 },
  ];
  expect(latestOf(pages, keyOf)).toEqual([
    { id: 'b', amount: 8 },
    { id: 'c', amount: 7 },
    { id: 'a', amount: 6 },
  ]);
});

test('rows that stand once stay as they are', () => {
  expect(latestOf([{ id: 'a' }, { id: 'b' }], keyOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(latestOf([], keyOf)).toEqual([]);
});
