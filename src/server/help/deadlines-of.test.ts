import { describe, expect, test } from 'vitest';
import type { Instant } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import {
  TERMS,
  confirmedBond,
  day,
  pendingSell,
  runningVault,
  termsOf,
  vestingVault,
} from '#test/domain/builders';
import type { UserDates } from '#domain/reminders/coming-dates';
import { deadlinesOf } from './deadlines-of.ts';
import { DEADLINE_KINDS } from './page.ts';
import { sayDeadlines } from './say.ts';

const NOTHING: UserDates = { bonds: [], vaults: [], sells: [] };
const told = (holder: Partial<UserDates>, now: Instant, terms = TERMS): string | null =>
  sayDeadlines(deadlinesOf({ ...NOTHING, ...holder }, terms, now), DEADLINE_KINDS, now);

test('who has nothing has no deadline', () => {
  expect(told({}, day(0))).toBeNull();
});

describe('a bond', () => {
  const which = 'For you: Your bond of 49.35 SOL for 10 LMT';

  test('is told from when it can be claimed, and that it can', () => {
    const bonds = [confirmedBond()];
    expect(told({ bonds }, day(0.5))).toBe(
      `${which} can be claimed from 6 Jan 2026, 12:00 UTC, in 12 h.`,
    );
    expect(told({ bonds }, day(1))).toBe(`${which} is ready to claim.`);
  });

  test('that waits for its payment says so; one that is over says nothing', () => {
    const pending = confirmedBond({ status: 'pending', startsAt: null });
    expect(told({ bonds: [pending] }, day(3))).toBe(`${which} awaits blockchain confirmation.`);
    const over = (['completed', 'failed'] as const).map((status) => confirmedBond({ status }));
    expect(told({ bonds: over }, day(3))).toBeNull();
  });
});

describe('a vault of 5 LMT', () => {
  const of = (vault: Vault, now: Instant, terms = TERMS) => told({ vaults: [vault] }, now, terms);

  test('is told through its whole life', () => {
    expect(of(vestingVault(), day(0))).toMatch(/can be activated from 6 Jan 2026, 12:00 UTC/);
    expect(of(vestingVault(), day(1))).toMatch(/is ready to activate; it earns nothing until/);
    expect(of(runningVault(), day(2))).toMatch(/matures on 13 Jan 2026, 12:00 UTC, in 6 d\./);
    expect(of(runningVault({ matured: true }), day(8.5))).toMatch(
      /window of your vault of 5 LMT is open until 14 Jan 2026, 12:00 UTC, in 12 h\./,
    );
    expect(of(runningVault({ status: 'completed' }), day(10))).toBeNull();
  });

  test('is held open by a pause', () => {
    const paused = termsOf([], [{ from: day(8), to: null }]);
    expect(of(runningVault({ matured: true }), day(20), paused)).toMatch(/held open by the pause/);
  });
});

describe('a sell request', () => {
  test('is told by when it is answered, and when the next is possible', () => {
    const text = told({ sells: [pendingSell()] }, day(8));
    expect(text).toMatch(/request of 2 LMT is to be answered by 15 Jan 2026, 12:00 UTC, in 2 d\./);
    expect(text).toMatch(/next sell request is possible from 20 Jan 2026, 12:00 UTC, in 7 d\./);
    expect(told({ sells: [pendingSell()] }, day(11))).toMatch(/older than 48 hours/);
  });

  test('that was approved leaves the next one to wait for, until the period is over', () => {
    const sells = [pendingSell({ status: 'approved' })];
    expect(told({ sells }, day(9))).toMatch(/^For you: Your next sell request is possible from/);
    expect(told({ sells }, day(15))).toBeNull();
  });

  test('that was rejected or cancelled is over', () => {
    const sells = (['rejected', 'cancelled'] as const).map((status) => pendingSell({ status }));
    expect(told({ sells }, day(9))).toBeNull();
  });
});
