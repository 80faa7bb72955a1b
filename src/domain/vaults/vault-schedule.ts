import type { Instant } from '../base/time.ts';
import type { Terms } from '../terms/terms.ts';
import type { Vault } from './vault.ts';
import { sweepAt } from './vault-catch-up.ts';

/** Vault with the instant of its next sweep; null if it does not change by itself. */
export interface ScheduledVault {
  readonly vault: Vault;
  readonly dueAt: Instant | null;
}

export const scheduled = (vault: Vault, terms: Terms): ScheduledVault => ({
  vault,
  dueAt: sweepAt(vault, terms),
});

/** Returns the vaults of `after` that differ from `before` at their index, or are new. */
export function changedVaults(
  before: readonly Vault[],
  after: readonly Vault[],
  terms: Terms,
): ScheduledVault[] {
  return after.filter((vault, i) => vault !== before[i]).map((vault) => scheduled(vault, terms));
}
