import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

test('so many in all and so many each; given back once', () => {
  const slots = new Slots(3, 2);
  const first = slots.take('a');
  expect([slots.take('a') === null, slots.take('a') === null]).toEqual([false, true]);
  expect([slots.take('b') === null, slots.take('b') === null]).toEqual([false, true]);
  first?.();
  first?.();
  expect([slots.take('c') === null, slots.take('c') === null]).toEqual([false, true]);
});
