import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { TopList, order } from './top-list.ts';

const topOf = (most: number, reserve: number, values: readonly number[]) => {
  const top = new TopList<number>(most, order, reserve);
  for (const value of values) top.add(value);
  return top;
};

test('keeps the first of all, in order', () => {
  const values = fc.uniqueArray(fc.integer(), { maxLength: 60 });
  const counts = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(values, counts, fc.nat(3), (all, most, reserve) => {
      const top = topOf(most, reserve, all);
      expect(top.values()).toEqual(all.toSorted(order).slice(0, most));
      expect(top.isWhole()).toBe(true);
    }),
  );
});

test('is whole only where nothing that it let go would come before, whatever was taken out', () => {
  const values = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 40 });
  const counts = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(values, values, values, counts, fc.nat(3), (first, gone, last, most, reserve) => {
      const top = topOf(most, reserve, first);
      top.remove((value) => gone.includes(value));
      const left = first.filter((value) => !gone.includes(value));
      const others = last.filter((value) => !left.includes(value));
      for (const value of others) top.add(value);
      const expected = [...left, ...others].toSorted(order).slice(0, most);
      if (top.isWhole()) expect(top.values()).toEqual(expected);
    }),
  );
});

test('knows the first of all that it ever let go', () => {
  const lower = topOf(1, 1, [10, 11, 12, 13, 14]);
  for (const value of [1, 2, 3]) lower.add(value);
  lower.remove(() => true);
  lower.add(5);
  expect(lower.isWhole()).toBe(false);

  const higher = topOf(1, 1, [10, 11, 12, 13, 14]);
  higher.remove(() => true);
  for (const value of [20, 21, 22, 23, 24]) higher.add(value);
  expect(higher.isWhole()).toBe(false);
});

test('the reserve stands in for what is taken out', () => {
  const top = topOf(2, 1, [7, 6, 5, 4, 3, 2, 1]);
  top.remove((value) => value === 1);
  expect(top.values()).toEqual([2, 3]);
  expect(top.isWhole()).toBe(true);
  top.remove((value) => value === 2);
  expect(top.values()).toEqual([3]);
  expect(top.isWhole()).toBe(false);
});
