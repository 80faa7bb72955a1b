import { describe, expect, test } from 'vitest';
import { DAY_MS, instant } from '../base/time.ts';
import { emptyListSlot, isWithinWeek, passRange, passSpan } from './reconcile-pass.ts';

describe('the span of a reconcile pass', () => {
  const first = instant(5_000);

  test('is a week for the first pass and then once a day, otherwise an hour', () => {
    expect(passSpan(null, first)).toBe('week');
    expect(passSpan(first, instant(first + DAY_MS - 1))).toBe('hour');
    expect(passSpan(first, instant(first + DAY_MS))).toBe('week');
  });

  test('is a week if clock skew dated the last week’s pass in the future', () => {
    expect(passSpan(instant(first + DAY_MS), first)).toBe('week');
  });
});

describe('the range of a reconcile pass', () => {
  const slots = {
    cursorSlot: 10_000_000,
    startedSlot: 100,
    reconciledSlot: 9_999_000,
    reachedSlot: 10_000_500,
  };

  test('covers an hour or a week of the shortest slots', () => {
    const completeSlot = 9_999_000;
    expect(passRange('hour', slots)).toEqual({ sinceSlot: 9_982_000, completeSlot });
    expect(passRange('week', slots)).toEqual({ sinceSlot: 6_976_000, completeSlot });
  });

  test('goes back to the last complete pass, however old', () => {
    const reconciledSlot = 5_000;
    const range = { sinceSlot: reconciledSlot, completeSlot: reconciledSlot };
    expect(passRange('hour', { ...slots, reconciledSlot })).toEqual(range);
    expect(passRange('week', { ...slots, reconciledSlot })).toEqual(range);
  });

  test('never begins before watching began', () => {
    const startedSlot = 9_999_500;
    const range = { sinceSlot: startedSlot, completeSlot: startedSlot };
    expect(passRange('week', { ...slots, startedSlot })).toEqual(range);
  });

  test('uses the cursor’s slot if the chain has not reached the reconciled slot', () => {
    const { completeSlot } = passRange('hour', { ...slots, reconciledSlot: 10_000_501 });
    expect(completeSlot).toBe(slots.cursorSlot);
    const atReached = passRange('hour', { ...slots, reconciledSlot: 10_000_500 });
    expect(atReached.completeSlot).toBe(10_000_500);
  });
});

describe('an empty list', () => {
  const slots = { completeSlot: 10, agreedSlot: null };

  test('counts as complete for an hour of slots after the last complete pass, up to that pass', () => {
    expect(emptyListSlot({ ...slots, reachedSlot: 18_010 })).toBe(10);
    expect(emptyListSlot({ ...slots, reachedSlot: 18_011 })).toBeNull();
  });

  test('counts as complete for an hour of slots after the balance agreed with the movements', () => {
    const agreedSlot = 500;
    expect(emptyListSlot({ ...slots, agreedSlot, reachedSlot: 18_500 })).toBe(500);
    expect(emptyListSlot({ ...slots, agreedSlot, reachedSlot: 18_501 })).toBeNull();
    expect(emptyListSlot({ ...slots, agreedSlot: 9, reachedSlot: 20 })).toBe(10);
  });

  test('is not trusted by a balance of a slot that the chain has not reached', () => {
    expect(emptyListSlot({ ...slots, agreedSlot: 21, reachedSlot: 20 })).toBe(10);
    expect(emptyListSlot({ ...slots, agreedSlot: 18_012, reachedSlot: 18_011 })).toBeNull();
  });
});

test('covers an earlier treasury address for a week of slots after its last transaction', () => {
  expect(isWithinWeek({ cursorSlot: 1, reachedSlot: 3_024_001 })).toBe(true);
  expect(isWithinWeek({ cursorSlot: 1, reachedSlot: 3_024_002 })).toBe(false);
});
