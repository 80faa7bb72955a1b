import { expect, test, vi } from 'vitest';
import { RecentSet } from './recent-set.ts';

test('a recent set expires entries and evicts the oldest when full', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const seen = new RecentSet(1_000, 2);
  for (const what of ['a', 'b', 'a', 'c']) seen.add(what);
  expect(['a', 'b', 'c', ''].filter((what) => seen.has(what))).toEqual(['a', 'c']);
  vi.advanceTimersByTime(1_000);
  expect(seen.has('c')).toBe(false);
  vi.useRealTimers();
});
