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
import { deadlinesOf } from './user-deadlines.ts';
import { DEADLINE_KINDS } from './page.ts';
import { formatDeadlines } from './format-text.ts';

const NOTHING: UserDates = { bonds: [], vaults: [], sells: [] };
const shown = (holder: Partial<UserDates>, now: Instant, terms = TERMS): string | null =>
  formatDeadlines(deadlinesOf({ ...NOTHING, ...holder }, terms, now), DEADLINE_KINDS, now);

test('a user without bonds, vaults and sell requests has no deadline', () => {
  expect(shown({}, day(0))).toBeNull();
});

describe('a bond', () => {
  const which = 'For you: Your bond of 49.35 SOL for 10 LMT';

  test('has the time from which it can be claimed, and then that it can', () => {
    const bonds = [confirmedBond()];
    expect(shown({ bonds }, day(0.5))).toBe(
      `${which} can be claimed from 6 Jan 2026, 12:00 UTC, in 12 h.`,
    );
    expect(shown({ bonds }, day(1))).toBe(`${which} is ready to claim.`);
  });

  test('is shown as waiting while its payment is pending, and not at all once it is over', () => {
    const pending = confirmedBond({ status: 'pending', startsAt: null });
    expect(shown({ bonds: [pending] }, day(3))).toBe(`${which} awaits blockchain confirmation.`);
    const over = (['completed', 'failed'] as const).map((status) => confirmedBond({ status }));
    expect(shown({ bonds: over }, day(3))).toBeNull();
  });
});

describe('a vault of 5 LMT', () => {
  const of = (vault: Vault, now: Instant, terms = TERMS) => shown({ vaults: [vault] }, now, terms);

  test('has a deadline in each phase until it is completed', () => {
    expect(of(vestingVault(), day(0))).toMatch(/can be activated from 6 Jan 2026, 12:00 UTC/);
    expect(of(vestingVault(), day(1))).toMatch(/is ready to activate; it earns nothing until/);
    expect(of(runningVault(), day(2))).toMatch(/matures on 13 Jan 2026, 12:00 UTC, in 6 d\./);
    expect(of(runningVault({ matured: true }), day(8.5))).toMatch(
      /window of your vault of 5 LMT is open until 14 Jan 2026, 12:00 UTC, in 12 h\./,
    );
    expect(of(runningVault({ status: 'completed' }), day(10))).toBeNull();
  });

  test('is shown as held open by a pause', () => {
    const paused = termsOf([], [{ from: day(8), to: null }]);
    expect(of(runningVault({ matured: true }), day(20), paused)).toMatch(/held open by the pause/);
  });
});

describe('a sell request', () => {
  test('has the time by which it is answered, and the time of the next request', () => {
    const text = shown({ sells: [pendingSell()] }, day(8));
    expect(text).toMatch(/request of 2 LMT is to be answered by 15 Jan 2026, 12:00 UTC, in 2 d\./);
    expect(text).toMatch(/next sell request is possible from 20 Jan 2026, 12:00 UTC, in 7 d\./);
    expect(shown({ sells: [pendingSell()] }, day(11))).toMatch(/older than 48 hours/);
  });

  test('has only the time of the next request once it is approved, until the period is over', () => {
    const sells = [pendingSell({ status: 'approved' })];
    expect(shown({ sells }, day(9))).toMatch(/^For you: Your next sell request is possible from/);
    expect(shown({ sells }, day(15))).toBeNull();
  });

  test('has no deadline once it is rejected or cancelled', () => {
    const sells = (['rejected', 'cancelled'] as const).map((status) => pendingSell({ status }));
    expect(shown({ sells }, day(9))).toBeNull();
  });
});
