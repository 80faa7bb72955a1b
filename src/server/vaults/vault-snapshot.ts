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

/**
 * Computes a vault at the current instant. A parked vault stays as stored, because catching it up may fail.
 */
function caughtUp({ vault, parkedAt }: ListedVault, terms: Terms, now: Instant): Change<Vault> {
  return parkedAt === null ? catchUp(vault, terms, now) : unchanged(vault);
}

function stateHash(vault: Vault): string {
  const text = JSON.stringify(vault, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const hash = createHash('sha256').update(canonicalJson(JSON.parse(text) as Json));
  return hash.digest('base64url').slice(0, 22);
}

/** Hash of the vault's state at the current instant, which the owner sees as its version. */
export function currentStateHash(listed: ListedVault, terms: Terms, now: Instant): string {
  return stateHash(caughtUp(listed, terms, now).next);
}

/** Serializes a vault for the owner, computed at the current instant. */
export function showVault(listed: ListedVault, terms: Terms, now: Instant): AdminVaultJson {
  const caught = caughtUp(listed, terms, now);
  const released = releasedBy(listed.vault, listed.released, caught);
  const version = vaultVersion(stateHash(caught.next), now);
  return serializeAdminVault(
    { vault: caught.next, listed: { ...listed, released, version } },
    terms,
    now,
  );
}
