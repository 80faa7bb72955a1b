import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LMT, TERMS, confirmedBond, day, runningVault, vestingVault } from '#test/domain/builders';
import { type Lmt, lmt } from '../base/money.ts';
import { totalsOf } from './portfolio.ts';
import { catchUp } from '../vaults/vault-catch-up.ts';

const NONE = { unstaked: lmt(0n), bonds: [], vaults: [], inEscrow: lmt(0n) };

test('counts all LMT once', () => {
  const matured = catchUp(runningVault({ id: 'v2' }), TERMS, day(8)).next;
  const totals = totalsOf(
    {
      unstaked: LMT('3'),
      bonds: [
        confirmedBond(),
        confirmedBond({ id: 'b2', status: 'pending', startsAt: null, lmtAmount: LMT('99') }),
        confirmedBond({ id: 'b3', status: 'completed' }),
      ],
      vaults: [vestingVault(), matured, runningVault({ id: 'v3', status: 'completed' })],
      inEscrow: LMT('1'),
    },
    day(8),
  );
  expect(totals).toEqual({
    staked: LMT('10'),
    pendingRewards: LMT('0.95890410'),
    earned: LMT('0.95890410'),
    inBonding: LMT('10'),
    inEscrow: LMT('1'),
    all: LMT('24.95890410'),
  });
});

test('counts accruing rewards as earned and pending, and a completed vault’s only as earned', () => {
  const running = totalsOf({ ...NONE, vaults: [runningVault()] }, day(4.5));
  expect(running.pendingRewards).toBe(LMT('0.47945205'));
  expect(running.earned).toBe(running.pendingRewards);
  const released = catchUp(runningVault(), TERMS, day(9)).next;
  const after = totalsOf({ ...NONE, vaults: [released] }, day(9));
  expect([after.pendingRewards, after.staked, after.earned]).toEqual([0n, 0n, LMT('0.95890410')]);
});

test('earned rewards never decrease over time', () => {
  const at = fc.integer({ min: 0, max: 40 * 24 * 60 });
  fc.assert(
    fc.property(at, at, fc.boolean(), (a, b, autoRestake) => {
      const earnedAt = (minutes: number): Lmt => {
        const now = day(minutes / 24 / 60);
        const vault = catchUp(runningVault({ autoRestake }), TERMS, now).next;
        return totalsOf({ ...NONE, vaults: [vault] }, now).earned;
      };
      expect(earnedAt(Math.min(a, b)) <= earnedAt(Math.max(a, b))).toBe(true);
    }),
  );
});
