import { createHash } from 'node:crypto';
import type { AdminVaultJson } from '#contract/vaults/admin-vaults';
import { serializeAdminVault } from '#contract/vaults/serialize-vault';
import type { Change } from '#domain/base/change';
import { unchanged } from '#domain/base/change';
import type { Instant } from '#domain/base/time';
import type { Terms } from '#domain/terms/terms';
import type { Vault } from '#domain/vaults/vault';
import { catchUp } from '#domain/vaults/vault-catch-up';
import { vaultVersion } from '#domain/vaults/vault-edit-input';
import { releasedBy } from '#domain/vaults/vault-reopen';
import type { ListedVault } from './admin-vault-queries.ts';
import { type Json, canonicalJson } from '../kernel/ledger/canonical-json.ts';

/** One that is put aside may be one that cannot be caught up. */
function caughtUp({ vault, parkedAt }: ListedVault, terms: Terms, now: Instant): Change<Vault> {
  return parkedAt === null ? catchUp(vault, terms, now) : unchanged(vault);
}

/** Names a state of a vault: another state has another name. */
function stateOf(vault: Vault): string {
  const text = JSON.stringify(vault, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const hash = createHash('sha256').update(canonicalJson(JSON.parse(text) as Json));
  return hash.digest('base64url').slice(0, 22);
}

/** The name of the state that the owner is shown of a vault. */
export function shownState(listed: ListedVault, terms: Terms, now: Instant): string {
  return stateOf(caughtUp(listed, terms, now).next);
}

/** A vault as the owner is shown it: as it is now. */
export function showVault(listed: ListedVault, terms: Terms, now: Instant): AdminVaultJson {
  const caught = caughtUp(listed, terms, now);
  const released = releasedBy(listed.vault, listed.released, caught);
  const version = vaultVersion(stateOf(caught.next), now);
  return serializeAdminVault(
    { vault: caught.next, listed: { ...listed, released, version } },
    terms,
    now,
  );
}
