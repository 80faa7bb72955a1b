import { expect, test } from 'vitest';
import { Crowd } from './crowd.ts';

const BOUNDS = { most: 2, mostEach: 9, spare: 1, elsewhere: () => 0 };

test('lets so many in, a few more by reservation, and the next when one has left', () => {
  const crowd = new Crowd(BOUNDS);
  const first = crowd.enter('a', false);
  expect(first).not.toBeNull();
  expect(crowd.enter('b', false)).not.toBeNull();
  expect(crowd.enter('c', false)).toBeNull();
  const reserved = crowd.enter('c', true);
  expect(reserved).not.toBeNull();
  expect(crowd.enter('c', true)).toBeNull();
  first?.();
  expect(crowd.enter('c', false)).toBeNull();
  reserved?.();
  expect(crowd.enter('c', false)).not.toBeNull();
});

test('no network takes every place', () => {
  const crowd = new Crowd({ ...BOUNDS, most: 9, mostEach: 2 });
  const first = crowd.enter('a', false);
  expect(crowd.enter('a', true)).not.toBeNull();
  expect(crowd.enter('a', true)).toBeNull();
  expect(crowd.enter('b', false)).not.toBeNull();
  first?.();
  expect(crowd.enter('a', false)).not.toBeNull();
});

test('who waits elsewhere takes no place', () => {
  let elsewhere = 0;
  const crowd = new Crowd({ ...BOUNDS, most: 1, spare: 0, elsewhere: () => elsewhere });
  crowd.enter('a', false);
  expect(crowd.enter('a', false)).toBeNull();
  elsewhere = 1;
  expect(crowd.enter('a', false)).not.toBeNull();
  expect(crowd.enter('a', false)).toBeNull();
});
