import type { Terms } from '#domain/terms/terms';
import type { Vault } from '#domain/vaults/vault';
import { sweepAt } from '#domain/vaults/vault-catch-up';
import type { StoredVault } from './plan.ts';

/** Those of some vaults that are not what they were, as they are written: with the time of their next sweep. */
export function changedVaults(
  before: readonly Vault[],
  after: readonly Vault[],
  terms: Terms,
): StoredVault[] {
  const changed = after.filter((vault, i) => vault !== before[i]);
  return changed.map((vault) => ({ vault, dueAt: sweepAt(vault, terms) }));
}
