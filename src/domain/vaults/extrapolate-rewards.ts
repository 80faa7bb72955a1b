import { type Lmt, lmt } from '../base/money.ts';
import type { Instant } from '../base/time.ts';
import { type Cycle, type Vault, earnedBy } from './vault.ts';

/** Running vault with its rewards at `readAt`. */
interface ReadVault extends Pick<Vault, 'amount'> {
  readonly cycle: Cycle;
  readonly rewards: Lmt;
  readonly readAt: Instant;
}

/**
 * Extrapolates a running vault's rewards to `now`, exactly as `rewardsAt` would. If a negative correction keeps them
 * at 0, its size is unknown, and they stay at 0.
 */
export function extrapolateRewards(
  { amount, cycle, rewards, readAt }: ReadVault,
  now: Instant,
): Lmt {
  const earned = earnedBy(amount, cycle, readAt);
  if (rewards === 0n && earned > 0n) return rewards;
  return lmt(rewards + earnedBy(amount, cycle, now) - earned);
}
