import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyApy, anyInstant, anyLmt, units } from '#test/domain/arbitraries';
import { LMT, day, runningAt, runningVault } from '#test/domain/builders';

import { apy } from '../base/money.ts';
import { HOUR_MS, after } from '../base/time.ts';
import { extrapolateRewards } from './extrapolate-rewards.ts';
import { rewardsAt } from './vault.ts';

const cycle = { startsAt: day(1), endsAt: day(8), apy: apy(100_000n) };

test('100 LMT at 1000% earn 0.114 LMT an hour until the cycle ends', () => {
  const read = { amount: LMT('100'), cycle, rewards: LMT('1.5'), readAt: day(3) };
  expect(extrapolateRewards(read, day(3))).toBe(LMT('1.5'));
  expect(extrapolateRewards(read, after(day(3), HOUR_MS))).toBe(LMT('1.61415525'));
  expect(extrapolateRewards(read, day(40))).toBe(extrapolateRewards(read, day(8)));
});

test('extrapolated rewards equal the vault’s rewards to the unit', () => {
  const anyOffset = fc
    .tuple(units(), fc.boolean())
    .map(([size, isLess]) => (isLess ? -size : size));
  fc.assert(
    fc.property(
      fc.record({ amount: anyLmt, rate: anyApy, rewardsOffset: anyOffset }),
      anyInstant(12),
      anyInstant(12),
      ({ amount, rate, rewardsOffset }, one, other) => {
        const [readAt, now] = one < other ? [one, other] : [other, one];
        const vault = runningAt(rate, { amount, rewardsOffset });
        const rewards = rewardsAt(vault, readAt);
        // A negative offset beyond the earned rewards is not visible in them.
        fc.pre(rewardsOffset >= 0n || rewards > 0n);
        const read = { amount, cycle: { ...cycle, apy: rate }, rewards, readAt };
        expect(extrapolateRewards(read, now)).toBe(rewardsAt(vault, now));
      },
    ),
  );
});

test('rewards that a correction keeps at 0 do not grow', () => {
  const held = runningVault({ amount: LMT('100'), rewardsOffset: -LMT('20') });
  const rewards = rewardsAt(held, day(3));
  const read = { amount: held.amount, cycle, rewards, readAt: day(3) };
  expect(extrapolateRewards(read, day(4))).toBe(rewardsAt(held, day(4)));
});
