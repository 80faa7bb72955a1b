import type { Change } from '../base/change.ts';
import { MAX_AMOUNT } from '../base/money.ts';
import { DAY_MS, type Instant } from '../base/time.ts';
import type { Vault } from './vault.ts';

const REACH_MS = 365 * DAY_MS;

/** Whether the owner may set a time of a vault to it: at most 365 days from now, which a mistyped year rarely is. */
export function isWithinYear(at: Instant, now: Instant): boolean {
  return Math.abs(at - now) <= REACH_MS;
}

/** Whether all that an edit moves can be kept: a cycle far back may bring dozens of others, each with its rewards. */
export function fitsLedger({ next, journals }: Change<Vault>): boolean {
  const moved = journals.flatMap(({ postings }) => postings.map(({ amount }) => amount));
  return [next.totalRewardsEarned, ...moved].every((amount) => amount <= MAX_AMOUNT);
}
