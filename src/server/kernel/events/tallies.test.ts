import { expect, test } from 'vitest';
import { Tallies } from './tallies.ts';

const WINDOW_MS = 60_000;

function nodes() {
  const clock = { ms: 1_000_000 };
  const make = () => new Tallies({ windowMs: WINDOW_MS, sendFrom: 3, now: () => clock.ms });
  return { clock, one: make(), two: make() };
}

const times = (tallies: Tallies, key: string, count: number): number => {
  let last = 0;
  for (let i = 0; i < count; i += 1) last = tallies.add(key).count;
  return last;
};

test('a window begins with a caller’s first request', () => {
  const { clock, one } = nodes();
  expect(times(one, 'a', 5)).toBe(5);
  expect(times(one, 'b', 1)).toBe(1);
  clock.ms += WINDOW_MS - 1;
  expect(one.add('a')).toEqual({ count: 6, leftMs: 1 });
  clock.ms += 1;
  expect(one.add('a')).toEqual({ count: 1, leftMs: WINDOW_MS });
});

test('a node adds each count of another node once, even if it is sent repeatedly', () => {
  const { one, two } = nodes();
  times(one, 'a', 5);
  times(one, 'little', 2);
  times(two, 'a', 4);
  const sent = one.unsent();
  expect(sent.map(({ key, count }) => [key, count])).toEqual([['a', 5]]);
  two.merge('one', sent);
  two.merge('one', sent);
  expect(two.add('a').count).toBe(10);
  expect(one.unsent()).toEqual([]);
  times(one, 'a', 1);
  two.merge('one', one.unsent());
  expect(two.add('a').count).toBe(12);
});

test('a caller counted on another node begins with that count and window', () => {
  const { clock, one, two } = nodes();
  times(one, 'a', 5);
  clock.ms += WINDOW_MS - 10;
  two.merge('one', one.unsent());
  expect(two.add('a')).toEqual({ count: 6, leftMs: 10 });
  clock.ms += 10;
  expect(two.add('a').count).toBe(1);
  two.merge('one', [{ key: 'late', count: 9, since: clock.ms - WINDOW_MS }]);
  expect(two.add('late').count).toBe(1);
});

test('clock skew does not prolong a window', () => {
  const { clock, one, two } = nodes();
  two.merge('one', [{ key: 'a', count: 9, since: clock.ms + 60 * WINDOW_MS }]);
  expect(two.add('a')).toEqual({ count: 1, leftMs: WINDOW_MS });
  times(one, 'a', 5);
  clock.ms -= 60 * WINDOW_MS;
  expect(one.add('a')).toEqual({ count: 1, leftMs: WINDOW_MS });
});

test('the oldest callers are evicted above 10,000', () => {
  const { one } = nodes();
  times(one, 'first', 5);
  for (let i = 0; i < 10_000; i += 1) one.add(String(i));
  expect(one.add('first').count).toBe(1);
  expect(one.add('9999').count).toBe(2);
});
