import { describe, expect, test } from 'vitest';

import { type Asked, type Watched, dueReminders } from './reminders.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, after, instant } from '../base/time.ts';

const START = instant(Date.UTC(2026, 0, 1));
const MATURES = after(START, 7 * DAY_MS);
const ENDS = after(MATURES, DAY_MS);
const vault = {
  id: 'v',
  cycleNumber: 2,
  maturesAt: MATURES,
  windowEndsAt: ENDS,
  isCompleted: false,
};
const NOBODY: Watched = { vaults: [], sells: [], isPaused: false };
const watched: Watched = { ...NOBODY, vaults: [vault] };
const asked = (told: readonly string[] = [], since = START): Asked => ({
  since,
  told: new Set(told),
});
const kinds = (of: Watched, who: Asked, now: number) =>
  dueReminders(of, who, instant(now)).map(({ kind }) => kind);

describe('a vault', () => {
  test.each([
    ['before it matures', MATURES - 1, []],
    ['when its window opens', MATURES, ['window-open']],
    ['just before six hours are left', ENDS - 6 * HOUR_MS - 1, ['window-open']],
    ['with six hours left', ENDS - 6 * HOUR_MS, ['closes-in-6h']],
    ['with one hour left', ENDS - HOUR_MS, ['closes-in-1h']],
    ['a millisecond before its window closes', ENDS - 1, ['closes-in-1h']],
    ['when its window has closed', ENDS, []],
  ])('%s: for whoever heard nothing yet, the latest alone', (_, now, expected) => {
    expect(kinds(watched, asked(), now)).toEqual(expected);
  });

  test('is told of each step once, and never of one that was skipped', () => {
    const told = ['v/2/window-open', 'v/2/closes-in-6h'];
    expect(kinds(watched, asked(told), ENDS - 2 * HOUR_MS)).toEqual([]);
    expect(kinds(watched, asked(['v/2/closes-in-1h']), ENDS - MINUTE_MS)).toEqual([]);
    expect(kinds(watched, asked(told), ENDS - HOUR_MS)).toEqual(['closes-in-1h']);
  });

  test('of another cycle is another matter', () => {
    expect(kinds(watched, asked(['v/1/window-open']), MATURES)).toEqual(['window-open']);
  });

  test('says nothing of what was so when it was asked to', () => {
    const since = after(MATURES, HOUR_MS);
    expect(kinds(watched, asked([], since), MATURES + 2 * HOUR_MS)).toEqual([]);
    expect(kinds(watched, asked([], since), ENDS - 6 * HOUR_MS)).toEqual(['closes-in-6h']);
  });

  test('says nothing while paused, completed, or without a cycle', () => {
    expect(kinds({ ...watched, isPaused: true }, asked(), MATURES)).toEqual([]);
    const others = [
      { ...vault, isCompleted: true },
      { ...vault, maturesAt: null, windowEndsAt: null },
    ];
    expect(kinds({ ...NOBODY, vaults: others }, asked(), MATURES)).toEqual([]);
  });
});

test('a payout is told of once it is sent, paused or not, after what came before it', () => {
  const sentAt = after(MATURES, HOUR_MS);
  const sells = [
    { id: 's', sentAt },
    { id: 'waits', sentAt: null },
    { id: 'long ago', sentAt: after(START, -1) },
  ];
  expect(kinds({ ...watched, sells }, asked(), sentAt)).toEqual(['window-open', 'payout-sent']);
  expect(kinds({ ...watched, sells, isPaused: true }, asked(), sentAt)).toEqual(['payout-sent']);
  expect(kinds({ ...NOBODY, sells }, asked(['s/payout-sent']), sentAt)).toEqual([]);
});
