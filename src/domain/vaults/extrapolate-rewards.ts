import { type Lmt, lmt } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { type Cycle, type Vault, earnedBy } from './vault.ts';

/** A running vault as it was read. */
interface ReadVault extends Pick<Vault, 'amount'> {
  readonly cycle: Cycle;
  readonly rewards: Lmt;
  readonly readAt: Instant;
}

/**
 * A running vault's rewards some time after they were read: what `rewardsAt` says then, to the unit. Where a
 * correction of the owner's holds them at 0, how long it does is not known, and they stay at 0.
 */
export function extrapolateRewards(
  { amount, cycle, rewards, readAt }: ReadVault,
  now: Instant,
): Lmt {
  const earned = earnedBy(amount, cycle, readAt);
  if (rewards === 0n && earned > 0n) return rewards;
  return lmt(rewards + earnedBy(amount, cycle, now) - earned);
}
