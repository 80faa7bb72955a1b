import { type Bond, isOpenBond } from '../bonds/bond.ts';
import { type Lmt, lmt, sum } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { type Vault, rewardsAt } from '../vaults/vault.ts';

/** Number of newest history lines in a portfolio. */
export const RECENT_ITEMS = 10;

/** All LMT of a user at one instant, with due changes applied. */
export interface PortfolioContents {
  readonly unstaked: Lmt;
  readonly bonds: readonly Bond[];
  readonly vaults: readonly Vault[];
  /** LMT of sell requests that are not paid yet. */
  readonly inEscrow: Lmt;
  /** Rewards of matured cycles of vaults that the owner has deleted. */
  readonly earnedInDeleted?: Lmt;
}

export interface Totals {
  /** Principal of vaults that are not completed. */
  readonly staked: Lmt;
  /** Rewards of active vaults: still accruing, or posted in an open restake window. */
  readonly pendingRewards: Lmt;
  /** Rewards of all matured cycles, and those that accrue in running ones. */
  readonly earned: Lmt;
  /** Paid bonds that are not claimed. */
  readonly inBonding: Lmt;
  readonly inEscrow: Lmt;
  readonly all: Lmt;
}

export function totalsOf(of: PortfolioContents, now: Instant): Totals {
  const open = of.vaults.filter(({ status }) => status !== 'completed');
  const staked = sum(open.map(({ amount }) => amount));
  const pendingRewards = sum(open.map((vault) => rewardsAt(vault, now)));
  const accruing = sum(open.filter((v) => !v.matured).map((vault) => rewardsAt(vault, now)));
  const { earnedInDeleted = lmt(0n) } = of;
  const matured = of.vaults.map(({ totalRewardsEarned }) => totalRewardsEarned);
  const earned = sum([accruing, earnedInDeleted, ...matured]);
  const paid = of.bonds.filter((bond) => isOpenBond(bond) && bond.status === 'confirmed');
  const inBonding = sum(paid.map(({ lmtAmount }) => lmtAmount));
  const { inEscrow } = of;
  const all = sum([of.unstaked, staked, pendingRewards, inBonding, inEscrow]);
  return { staked, pendingRewards, earned, inBonding, inEscrow, all };
}
