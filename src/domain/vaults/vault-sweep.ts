import { nextRetryAt } from '../base/backoff.ts';
import type { HistoryItem } from '../base/change.ts';
import type { Journal } from '../base/ledger.ts';
import { type Instant, MINUTE_MS, after } from '../base/time.ts';
import type { Terms } from '../terms/terms.ts';
import type { Vault } from './vault.ts';
import { catchUpAll, dueAt } from './vault-catch-up.ts';
import { type ScheduledVault, changedVaults } from './vault-schedule.ts';

/** When the sweep is to look again at a vault of which nothing else changes. */
export interface VaultReview {
  readonly id: string;
  readonly at: Instant;
}

/** What a sweep changes: vaults of one user, or (of no user) only when vaults are looked at again. */
interface SweepChanges {
  readonly noUser?: true;
  readonly journals: readonly Journal[];
  readonly items: readonly HistoryItem[];
  readonly vaults?: readonly ScheduledVault[];
  readonly vaultReviews?: readonly VaultReview[];
}

/** After so many failures in a row a vault is put aside: it then waits for the owner. */
const FAILURES_MAX = 5;

/** When the sweep retries a vault that it failed to decide this many times in a row; null if it waits for the owner. */
export function sweepRetryAt(failures: number, now: Instant): Instant | null {
  return failures < FAILURES_MAX ? nextRetryAt(failures, now) : null;
}

/** A window that a pause holds open has no end yet; one that was held may end so long before it is looked at. */
export const REVIEW_MS = MINUTE_MS;

/** Does what the clocks of a user's vaults have made due. */
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
