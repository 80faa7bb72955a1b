import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyApy, anyLmt } from '#test/domain/arbitraries';
import {
  LMT,
  T0,
  TERMS,
  contextOf,
  day,
  runningAt,
  runningVault,
  termsOf,
  vestingVault,
} from '#test/domain/builders';

import { add, apy, lmt } from '../base/money.ts';
import { DEFAULT_SETTINGS } from '../terms/settings.ts';
import { CYCLE_MS } from '../terms/terms.ts';
import { DAY_MS, HOUR_MS, type Instant, after } from '../base/time.ts';
import {
  type Phase,
  type Vault,
  cycleRewards,
  outsideWindow,
  phaseAt,
  rewardsAt,
  rewardsFor,
  vaultTotal,
  windowEndsAt,
  windowEndsShown,
  withdrawable,
} from './vault.ts';
import { catchUp } from './vault-catch-up.ts';

const WEEK = BigInt(CYCLE_MS);

describe('the phase of a vault', () => {
  test.each<[Instant, Phase, Vault]>([
    [T0, 'vesting', vestingVault()],
    [after(day(1), -1), 'vesting', vestingVault()],
    [day(1), 'ready', vestingVault()],
    [day(400), 'ready', vestingVault()],
    [day(1), 'running', runningVault()],
    [after(day(8), -1), 'running', runningVault()],
    [day(8), 'window', runningVault()],
    [after(day(9), -1), 'window', runningVault()],
    [day(9), 'due', runningVault()],
    [day(5), 'completed', runningVault({ status: 'completed' })],
  ])('at %d is %s', (at, phase, vault) => {
    expect(phaseAt(vault, TERMS, at)).toBe(phase);
  });

  test('has a shown window end during a pause, as if the pause ended now', () => {
    const terms = termsOf([], [{ from: day(8.2), to: null }]);
    expect(windowEndsAt(runningVault(), terms)).toBeNull();
    expect(windowEndsShown(runningVault(), terms, day(8.5))).toBe(day(9.3));
    expect(windowEndsShown(vestingVault(), terms, day(8.5))).toBeNull();
  });

  test('stays in the window during a pause, which moves its end', () => {
    const paused = termsOf([], [{ from: day(8.5), to: null }]);
    expect(windowEndsAt(runningVault(), paused)).toBeNull();
    expect(phaseAt(runningVault(), paused, day(30))).toBe('window');
    const resumed = termsOf([], [{ from: day(8.5), to: day(10) }]);
    expect(windowEndsAt(runningVault(), resumed)).toBe(day(10.5));
    expect(phaseAt(runningVault(), resumed, day(10.4))).toBe('window');
    expect(windowEndsAt(vestingVault(), resumed)).toBeNull();
  });
});

describe('rewards', () => {
  test.each([
    ['0 at the start', day(1), 0n],
    ['0 before the start', T0, 0n],
    ['0 after one millisecond', after(day(1), 1), 0n],
    ['0 just before the first unit', after(day(1), 6), 0n],
    ['one unit after 7 ms', after(day(1), 7), 1n],
    ['those of one hour', after(day(1), HOUR_MS), 570_776n],
    ['half after half of the cycle', day(4.5), 47_945_205n],
    ['complete in the last millisecond', after(day(8), -1), 95_890_410n],
    ['complete at the end of the cycle', day(8), 95_890_410n],
    ['constant after the cycle', day(100), 95_890_410n],
  ])('are %s', (_, at, rewards) => {
    expect(rewardsAt(runningVault(), at)).toBe(rewards);
    expect(vaultTotal(runningVault(), at)).toBe(LMT('5') + rewards);
  });

  test('stop at the end of a cycle that the owner made shorter', () => {
    const cycle = { startsAt: day(1), endsAt: day(5), apy: DEFAULT_SETTINGS.currentApy };
    expect(rewardsAt(runningVault({ cycle }), day(8))).toBe(LMT('0.54794520'));
  });

  test('are 0 while vesting', () => {
    expect(rewardsAt(vestingVault(), day(100))).toBe(0n);
  });

  test('of a vault include the owner’s offset, but are never below 0', () => {
    expect(rewardsAt(runningVault({ rewardsOffset: 7n }), day(8))).toBe(95_890_417n);
    expect(rewardsAt(runningVault({ rewardsOffset: -7n }), day(1))).toBe(0n);
  });

  test('of a whole cycle are amount × APY × 7 / 365', () => {
    expect(cycleRewards(LMT('5'), DEFAULT_SETTINGS.currentApy)).toBe(LMT('0.95890410'));
    expect(cycleRewards(LMT('100'), apy(365_00n))).toBe(LMT('7'));
  });

  const anyMs = fc.integer({ min: 0, max: 9 * DAY_MS });

  test('never decrease with time, and stop at seven days', () => {
    fc.assert(
      fc.property(anyLmt, anyApy, anyMs, anyMs, (amount, yearly, a, b) => {
        const vault = runningAt(yearly, { amount });
        const [early, late] = [Math.min(a, b), Math.max(a, b)].map((n) =>
          rewardsAt(vault, after(day(1), n)),
        );
        expect(early! <= late!).toBe(true);
        expect(late! <= rewardsFor(amount, yearly, WEEK)).toBe(true);
        expect(rewardsAt(vault, after(day(8), a))).toBe(rewardsFor(amount, yearly, WEEK));
      }),
    );
  });

  test('are linear in time, to within a unit', () => {
    fc.assert(
      fc.property(anyLmt, anyApy, fc.integer({ min: 0, max: CYCLE_MS }), (amount, yearly, ms) => {
        const vault = runningAt(yearly, { amount });
        const [first, rest] = [BigInt(ms), WEEK - BigInt(ms)];
        const whole = rewardsFor(amount, yearly, WEEK);
        const parts = rewardsAt(vault, after(day(1), ms)) + rewardsFor(amount, yearly, rest);
        expect(whole - parts === 0n || whole - parts === 1n).toBe(true);
        const exact = whole * first;
        const scaled = rewardsAt(vault, after(day(1), ms)) * WEEK;
        expect(scaled <= exact + first && exact <= scaled + WEEK).toBe(true);
      }),
    );
  });

  test('of two vaults are at most those of one vault with both amounts', () => {
    fc.assert(
      fc.property(anyLmt, anyLmt, anyApy, anyMs, (a, b, yearly, ms) => {
        const apart = rewardsFor(a, yearly, BigInt(ms)) + rewardsFor(b, yearly, BigInt(ms));
        const whole = rewardsFor(add(a, b), yearly, BigInt(ms));
        expect(whole - apart === 0n || whole - apart === 1n).toBe(true);
      }),
    );
  });
});

describe('the amount that can be unstaked', () => {
  const matured = catchUp(runningVault(), TERMS, day(8)).next;

  test('is half of principal and rewards at maturity, rounded down, minus earlier unstakes', () => {
    expect(withdrawable(matured)).toBe(LMT('2.97945205'));
    const odd = { ...matured, amount: lmt(2n), postedRewards: lmt(1n) };
    expect(withdrawable(odd)).toBe(1n);
    const half = {
      ...matured,
      amount: LMT('4'),
      postedRewards: lmt(0n),
      withdrawn: LMT('1.9589041'),
    };
    expect(withdrawable(half)).toBe(LMT('1.02054795'));
    expect(withdrawable({ ...half, amount: lmt(0n) })).toBe(0n);
  });

  test.each<[Exclude<Phase, 'window'>, string, object]>([
    ['vesting', 'VAULT_VESTING', { possibleAt: '2026-01-06T12:00:00.000Z' }],
    ['ready', 'VAULT_NOT_ACTIVATED', { possibleAt: '2026-01-06T12:00:00.000Z' }],
    ['running', 'VAULT_RUNNING', { possibleAt: '2026-01-13T12:00:00.000Z' }],
    ['due', 'VAULT_COMPLETED', {}],
    ['completed', 'VAULT_COMPLETED', {}],
  ])('while %s is refused with %s', (phase, code, context) => {
    const refused = outsideWindow(runningVault(), phase);
    expect(refused.refusal.code).toBe(code);
    expect(contextOf(refused)).toEqual(context);
  });
});
