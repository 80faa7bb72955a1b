import { nextRetryAt } from '../base/backoff.ts';
import type { HistoryItem } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import { type Instant, MINUTE_MS, after } from '../base/time.ts';
import type { Terms } from '../terms/terms.ts';
import type { Vault } from './vault.ts';
import { catchUpAll, dueAt } from './vault-catch-up.ts';
import { type ScheduledVault, changedVaults } from './vault-schedule.ts';

/** Next sweep of a vault that is otherwise unchanged. */
export interface VaultReview {
  readonly id: string;
  readonly at: Instant;
}

/** Changes of a sweep: to vaults of one user, or without a user only the times of the next sweeps. */
interface SweepChanges {
  readonly noUser?: true;
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly vaults?: readonly ScheduledVault[];
  readonly vaultReviews?: readonly VaultReview[];
}

/** Failures in a row after which a vault is parked, and waits for the owner. */
const FAILURES_MAX = 5;

/** Returns the next sweep of a vault after `failures` failures in a row; null if it waits for the owner. */
export function sweepRetryAt(failures: number, now: Instant): Instant | null {
  return failures < FAILURES_MAX ? nextRetryAt(failures, now) : null;
}

/** Interval of sweeps of a window that a pause extends. Its end may be noticed that much later. */
export const REVIEW_MS = MINUTE_MS;

/** Applies all due changes of a user's vaults. */
export function sweepVaults(due: readonly Vault[], terms: Terms, now: Instant): SweepChanges[] {
  const { next, journals, items } = catchUpAll(due, terms, now);
  const vaults = changedVaults(due, next, terms);
  const vaultReviews = due
    .filter((vault, i) => vault === next[i])
    .map((vault) => ({ id: vault.id, at: dueAt(vault, terms) ?? after(now, REVIEW_MS) }));
  return [
    ...(vaults.length > 0 ? [{ journals, items, vaults }] : []),
    ...(vaultReviews.length > 0
      ? [{ noUser: true as const, journals: [], items: [], vaultReviews }]
      : []),
  ];
}
