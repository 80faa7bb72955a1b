import type { Instant } from '../base/time.ts';
import type { Terms } from '../terms/terms.ts';
import type { Vault } from './vault.ts';
import { sweepAt } from './vault-catch-up.ts';

/** A vault with the instant at which the sweep is next to look at it; null while it changes only by hand. */
export interface ScheduledVault {
  readonly vault: Vault;
  readonly dueAt: Instant | null;
}

export const scheduled = (vault: Vault, terms: Terms): ScheduledVault => ({
  vault,
  dueAt: sweepAt(vault, terms),
});

/** Those of some vaults that are not what they were, and those that are new. */
export function changedVaults(
  before: readonly Vault[],
  after: readonly Vault[],
  terms: Terms,
): ScheduledVault[] {
  return after.filter((vault, i) => vault !== before[i]).map((vault) => scheduled(vault, terms));
}
