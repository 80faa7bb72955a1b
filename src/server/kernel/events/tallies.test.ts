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

test('a window begins with the first request, and the count with it', () => {
  const { clock, one } = nodes();
  expect(times(one, 'a', 5)).toBe(5);
  expect(times(one, 'b', 1)).toBe(1);
  clock.ms += WINDOW_MS - 1;
  expect(one.add('a')).toEqual({ count: 6, leftMs: 1 });
  clock.ms += 1;
  expect(one.add('a')).toEqual({ count: 1, leftMs: WINDOW_MS });
});

test('what one node has counted the other adds to its own, once however often it is told', () => {
  const { one, two } = nodes();
  times(one, 'a', 5);
  times(one, 'little', 2);
  times(two, 'a', 4);
  const told = one.unsent();
  expect(told.map(({ key, count }) => [key, count])).toEqual([['a', 5]]);
  two.merge('one', told);
  two.merge('one', told);
  expect(two.add('a').count).toBe(10);
  expect(one.unsent()).toEqual([]);
  times(one, 'a', 1);
  two.merge('one', one.unsent());
  expect(two.add('a').count).toBe(12);
});

test('a caller whom another node knows begins with its count, and its window ends with the other’s', () => {
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

test('a clock that is ahead, or was, makes no window last for longer', () => {
  const { clock, one, two } = nodes();
  two.merge('one', [{ key: 'a', count: 9, since: clock.ms + 60 * WINDOW_MS }]);
  expect(two.add('a')).toEqual({ count: 1, leftMs: WINDOW_MS });
  times(one, 'a', 5);
  clock.ms -= 60 * WINDOW_MS;
  expect(one.add('a')).toEqual({ count: 1, leftMs: WINDOW_MS });
});

test('of very many callers those who came first are forgotten', () => {
  const { one } = nodes();
  times(one, 'first', 5);
  for (let i = 0; i < 10_000; i += 1) one.add(String(i));
  expect(one.add('first').count).toBe(1);
  expect(one.add('9999').count).toBe(2);
});
