import { describe, expect, test } from 'vitest';

import {
  type ReminderHistory,
  type ReminderSources,
  dueReminders,
  nextReminderAt,
} from './reminders.ts';
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
const NOBODY: ReminderSources = { vaults: [], bonds: [], sells: [], isPaused: false };
const watched: ReminderSources = { ...NOBODY, vaults: [vault] };
const history = (sent: readonly string[] = [], since = START): ReminderHistory => ({
  since,
  sent: new Set(sent),
});
const kinds = (of: ReminderSources, who: ReminderHistory, now: number) =>
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
  ])('reminds only of the latest step %s', (_, now, expected) => {
    expect(kinds(watched, history(), now)).toEqual(expected);
  });

  test('reminds of each step once, and never of a skipped one', () => {
    const sent = ['v/2/window-open', 'v/2/closes-in-6h'];
    expect(kinds(watched, history(sent), ENDS - 2 * HOUR_MS)).toEqual([]);
    expect(kinds(watched, history(['v/2/closes-in-1h']), ENDS - MINUTE_MS)).toEqual([]);
    expect(kinds(watched, history(sent), ENDS - HOUR_MS)).toEqual(['closes-in-1h']);
  });

  test('reminds again in another cycle', () => {
    expect(kinds(watched, history(['v/1/window-open']), MATURES)).toEqual(['window-open']);
  });

  test('does not remind of events before the subscription', () => {
    const since = after(MATURES, HOUR_MS);
    expect(kinds(watched, history([], since), MATURES + 2 * HOUR_MS)).toEqual([]);
    expect(kinds(watched, history([], since), ENDS - 6 * HOUR_MS)).toEqual(['closes-in-6h']);
  });

  test('does not remind while paused, completed, or without a cycle', () => {
    expect(kinds({ ...watched, isPaused: true }, history(), MATURES)).toEqual([]);
    const others = [
      { ...vault, isCompleted: true },
      { ...vault, maturesAt: null, windowEndsAt: null },
    ];
    expect(kinds({ ...NOBODY, vaults: others }, history(), MATURES)).toEqual([]);
  });
});

test('sorts reminders of all kinds by time', () => {
  const bonds = [
    { id: 'late', lmt: '1', claimableAt: after(MATURES, 2) },
    { id: 'early', lmt: '1', claimableAt: after(MATURES, -2) },
  ];
  const due = dueReminders({ ...watched, bonds }, history(), after(MATURES, 3));
  expect(due.map(({ id }) => id)).toEqual(['early', 'v', 'late']);
});

test('reminds of a claimable bond once', () => {
  const bonds = [
    { id: 'b', lmt: '2.5', claimableAt: MATURES },
    { id: 'claimed', lmt: '1', claimableAt: null },
  ];
  const of = { ...NOBODY, bonds, isPaused: true };
  expect(kinds(of, history(), MATURES - 1)).toEqual([]);
  expect(dueReminders(of, history(), MATURES)).toEqual([
    { kind: 'bond-claimable', id: 'b', at: MATURES, key: 'b/claimable', until: null, lmt: '2.5' },
  ]);
  expect(kinds(of, history(['b/claimable']), MATURES)).toEqual([]);
});

describe('a sell request', () => {
  const decidedAt = after(MATURES, HOUR_MS);
  const sell = {
    id: 's',
    lmt: '3',
    decided: { as: 'approved', at: decidedAt },
    paidAt: null,
  } as const;
  const of = (...sells: ReminderSources['sells']): ReminderSources => ({ ...watched, sells });

  test('reminds of its decision, even while paused, after earlier events', () => {
    expect(kinds(of(sell), history(), decidedAt)).toEqual(['window-open', 'sell-approved']);
    expect(kinds({ ...of(sell), isPaused: true }, history(), decidedAt)).toEqual(['sell-approved']);
    const rejected = { ...sell, decided: { as: 'rejected', at: decidedAt } } as const;
    expect(kinds({ ...NOBODY, sells: [rejected] }, history(), decidedAt)).toEqual([
      'sell-rejected',
    ]);
    const waits = { ...sell, decided: null };
    expect(kinds({ ...NOBODY, sells: [waits] }, history(), decidedAt)).toEqual([]);
  });

  test('reminds of its payout instead of its approval once paid', () => {
    const paid = { ...sell, paidAt: after(decidedAt, 1_000) };
    expect(kinds({ ...NOBODY, sells: [paid] }, history(), ENDS)).toEqual(['payout-final']);
    expect(kinds({ ...NOBODY, sells: [paid] }, history(['s/payout-final']), ENDS)).toEqual([]);
  });

  test('reminds of another decision after a failed payout', () => {
    const again = { ...sell, decided: { as: 'approved', at: after(decidedAt, 1) } } as const;
    const sent = history([`s/${decidedAt}/approved`]);
    expect(kinds({ ...NOBODY, sells: [sell] }, sent, ENDS)).toEqual([]);
    expect(kinds({ ...NOBODY, sells: [again] }, sent, ENDS)).toEqual(['sell-approved']);
  });
});

describe('the next check', () => {
  test('is at every instant at which something becomes due, and at no other', () => {
    const bonds = [ENDS, START].map((at) => ({
      id: 'b',
      lmt: '1',
      claimableAt: after(at, HOUR_MS),
    }));
    const of = { ...watched, bonds };
    const looks: number[] = [];
    for (let at = nextReminderAt(of, START); at !== null; at = nextReminderAt(of, at)) {
      looks.push(at);
    }
    expect(looks).toEqual([
      after(START, HOUR_MS),
      MATURES,
      after(ENDS, -6 * HOUR_MS),
      after(ENDS, -HOUR_MS),
      ENDS,
      after(ENDS, HOUR_MS),
    ]);
  });

  test('comes within a minute while a pause extends a window, and never without a future event', () => {
    const held = { ...watched, vaults: [{ ...vault, windowEndsAt: null }], isPaused: true };
    expect(nextReminderAt(held, ENDS)).toBe(after(ENDS, MINUTE_MS));
    expect(nextReminderAt(held, MATURES)).toBe(after(MATURES, MINUTE_MS));
    expect(nextReminderAt(held, after(MATURES, -1)), 'not open yet').toBe(MATURES);
    expect(nextReminderAt(held, START), 'not open for long').toBe(MATURES);
    const vesting = { ...vault, maturesAt: null, windowEndsAt: null };
    expect(nextReminderAt({ ...held, vaults: [vesting] }, ENDS)).toBeNull();
    expect(nextReminderAt(NOBODY, ENDS)).toBeNull();
    expect(
      nextReminderAt({ ...NOBODY, vaults: [{ ...vault, isCompleted: true }] }, START),
    ).toBeNull();
  });
});
