import { expect, test, vi } from 'vitest';
import { Lately } from './lately.ts';

test('knows what it saw lately, and the last of it', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lately = new Lately(1_000, 2);
  for (const what of ['a', 'b', 'a', 'c']) lately.add(what);
  expect(['a', 'b', 'c', ''].filter((what) => lately.has(what))).toEqual(['a', 'c']);
  vi.advanceTimersByTime(1_000);
  expect(lately.has('c')).toBe(false);
  vi.useRealTimers();
});
