import { describe, expect, test } from 'vitest';
import { LMT, PRICES, day, runningVault, vestingVault } from '#test/domain/builders';
import { lmt, lmtPrice } from '../base/money.ts';
import type { HeldEntry } from './held-entries.ts';
import { type CurveInput, valueCurve } from './value-curve.ts';

const credited = (days: number, amount: bigint, more: Partial<HeldEntry> = {}): HeldEntry => ({
  held: 'unstaked',
  ref: 'u1',
  kind: 'adjusted',
  at: day(days),
  amount,
  ...more,
});
/** History of a user who was given 5 LMT on day 0. */
const past = (changes: Partial<CurveInput>): CurveInput => ({
  entries: [credited(0, LMT('5'))],
  cycles: [],
  vaults: [],
  earnedInDeleted: lmt(0n),
  priceChanges: [],
  priceAt: () => PRICES.lmt,
  ...changes,
});
const daysOf = (of: CurveInput, now: number): number[] =>
  valueCurve(of, day(now)).map(({ at }) => (at - day(0)) / 86_400_000);

describe('the instants of a curve', () => {
  test('are those of a change, with one point each unless it jumps', () => {
    expect(daysOf(past({ vaults: [runningVault()] }), 5)).toEqual([0, 1, 5]);
    const claimed = [credited(2, -LMT('1')), credited(2, LMT('1'), { held: 'vault' })];
    const entries = [credited(0, LMT('5')), ...claimed];
    expect(daysOf(past({ entries }), 5), 'a claim moves nothing').toEqual([0, 5]);
  });

  test('lie between the first entry and now', () => {
    const priceChanges = [day(-5), day(3), day(50)];
    expect(daysOf(past({ priceChanges }), 5)).toEqual([0, 3, 5]);
  });

  test('are all returned up to 240', () => {
    const pointsOf = (count: number): number => {
      const priceChanges = Array.from({ length: count }, (_, index) => day(index));
      return daysOf(past({ priceChanges }), count - 1).length;
    };
    expect([pointsOf(239), pointsOf(240)]).toEqual([239, 240]);
    expect(pointsOf(241)).toBeLessThan(200);
  });
});

describe('a jump of a curve', () => {
  test('has two points of one instant, even if the value does not show it', () => {
    const entries = [credited(0, LMT('5')), credited(2, 1n)];
    const cheap = past({ entries, priceAt: () => lmtPrice(1n) });
    expect(valueCurve(cheap, day(3)).map(({ all, value }) => [all, value])).toEqual([
      [LMT('5'), 5n],
      [LMT('5'), 5n],
      [LMT('5.00000001'), 5n],
      [LMT('5.00000001'), 5n],
    ]);
  });

  test('has two points of one instant if only earned rewards jump', () => {
    const matured = credited(2, LMT('1'), { held: 'vault', ref: 'v1', kind: 'matured' });
    const entries = [credited(0, LMT('5')), matured, credited(2, -LMT('1'))];
    const curve = valueCurve(
      past({ entries, earnedInDeleted: LMT('1'), priceChanges: [day(2)] }),
      day(3),
    );
    expect(curve.map(({ all, earned }) => [all, earned])).toEqual([
      [LMT('5'), 0n],
      [LMT('5'), 0n],
      [LMT('5'), LMT('1')],
      [LMT('5'), LMT('1')],
    ]);
  });
});

describe('accruing rewards', () => {
  const all = (of: Partial<CurveInput>, now: number) =>
    valueCurve(past(of), day(now)).map((point) => point.all);

  test('are counted for a running vault from its start on', () => {
    const vaults = [runningVault({ rewardsOffset: LMT('1') })];
    expect(all({ vaults }, 4.5)).toEqual([LMT('5'), LMT('6'), LMT('6.47945205')]);
  });

  test('are not counted for a matured, vesting or completed vault', () => {
    const matured = runningVault({ matured: true, postedRewards: LMT('0.95890410') });
    expect(all({ vaults: [matured] }, 8.5).at(-1)).toBe(LMT('5'));
    const ended = runningVault({ status: 'completed' });
    expect(all({ vaults: [vestingVault(), ended] }, 4.5).at(-1)).toBe(LMT('5'));
  });
});
