import type { Change } from '../base/change.ts';
import { MAX_AMOUNT } from '../base/money.ts';
import { DAY_MS, type Instant } from '../base/time.ts';
import type { Vault } from './vault.ts';

const RANGE_MS = 365 * DAY_MS;

/** True if an instant is at most 365 days from now. The owner's edits are limited to that against mistyped years. */
export function isWithinYear(at: Instant, now: Instant): boolean {
  return Math.abs(at - now) <= RANGE_MS;
}

/** True if all amounts of an edit fit the ledger. A cycle moved far back may add dozens of cycles with rewards. */
export function fitsLedger({ next, journals }: Change<Vault>): boolean {
  const moved = journals.flatMap(({ postings }) => postings.map(({ amount }) => amount));
  return [next.totalRewardsEarned, ...moved].every((amount) => amount <= MAX_AMOUNT);
}
