import type { BondJson } from '#contract/bonds';
import type { SellJson } from '#contract/sells';
import type { StakeJson } from '#contract/stakes';
import { type Instant, instant } from '#domain/base/time';
import type { Watched } from '#domain/user/reminders';

/** What a user has, as far as reminders go. */
interface Own {
  readonly stakes: readonly StakeJson[];
  readonly bonds: readonly BondJson[];
  readonly sells: readonly SellJson[];
  readonly isPaused: boolean;
}

/** The same as the rule takes it. */
export function watchedOf({ stakes, bonds, sells, isPaused }: Own): Watched {
  return {
    isPaused,
    vaults: stakes.map((stake) => ({
      id: stake.id,
      cycleNumber: stake.cycleNumber,
      maturesAt: at(stake.vaultEndTime),
      windowEndsAt: at(stake.restakeWindowEndTime),
      isCompleted: stake.status === 'completed',
    })),
    bonds: bonds.map(({ id, lmtAmount, status, bondingEndTime }) => ({
      id,
      lmt: lmtAmount,
      claimableAt: status === 'confirmed' ? at(bondingEndTime) : null,
    })),
    sells: sells.map(({ id, lmtAmount, status, reviewedAt, payout }) => ({
      id,
      lmt: lmtAmount,
      decided:
        reviewedAt !== null && (status === 'approved' || status === 'rejected')
          ? { as: status, at: instant(Date.parse(reviewedAt)) }
          : null,
      paidAt: payout?.status === 'finalized' ? at(payout.settledAt) : null,
    })),
  };
}

function at(iso: string | null): Instant | null {
  return iso === null ? null : instant(Date.parse(iso));
}
