import type { AdminVaultJson } from '#contract/vaults/admin-vaults';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import type { Terms } from '#domain/terms/terms';
import { deleteVault as deleted, editVault as edited } from '#domain/vaults/vault-edit';
import { type VaultEditInput, readVaultEdit } from '#domain/vaults/vault-edit-input';
import { type EditedVault, releasedBy } from '#domain/vaults/vault-reopen';
import { changedVaults, scheduled } from '#domain/vaults/vault-schedule';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import { type ListedVaultFacts, listedVaultFacts } from './listed-vault-facts.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import { currentStateHash, showVault } from './vault-snapshot.ts';

type Reason = { readonly reason?: string | undefined };

export async function editVault(
  parts: Pick<Parts, 'writer'>,
  admin: Admin,
  { vaultId, reason, ...input }: { readonly vaultId: string } & VaultEditInput & Reason,
): Promise<Result<AdminVaultJson>> {
  const edit = readVaultEdit(input);
  if (!edit.ok) return edit;
  return correct(parts, admin, {
    vaultId,
    reason: reason ?? null,
    hides: false,
    decide: (listed, terms, now) => {
      const version = currentStateHash(listed, terms, now);
      return edited({ facts: { ...listed, version }, asked: edit.value }, terms, now);
    },
  });
}

/** Deletes a vault. Its LMT returns to its user. */
export function deleteVault(
  parts: Pick<Parts, 'writer'>,
  admin: Admin,
  { vaultId, reason }: { readonly vaultId: string } & Reason,
): Promise<Result<AdminVaultJson>> {
  return correct(parts, admin, {
    vaultId,
    reason: reason ?? null,
    hides: true,
    decide: ({ vault, others }, terms, now) => ok({ ...deleted(vault, terms, now), others }),
  });
}

interface Correction {
  readonly vaultId: string;
  readonly reason: string | null;
  /** True if the vault leaves every list. */
  readonly hides: boolean;
  readonly decide: (listed: ListedVaultFacts, terms: Terms, now: Instant) => Result<EditedVault>;
}

function correct(
  { writer }: Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  { vaultId, reason, hides, decide }: Correction,
): Promise<Result<AdminVaultJson>> {
  return writer.commit({
    facts: listedVaultFacts,
    key: vaultId,
    missing: refuse('NOT_FOUND', { what: 'Vault' }),
    decide: (listed, { terms }): Decision<Result<AdminVaultJson>> => {
      const { now, others } = listed;
      const decided = decide(listed, terms, now);
      if (!decided.ok) return unwritten(decided);
      const { next, journals, items } = decided.value;
      const released = releasedBy(listed.vault, listed.released, decided.value);
      const after = showVault({ ...listed, vault: next, parkedAt: null, released }, terms, now);
      const before = showVault(listed, terms, now);
      const log = { actor, call, reason, before, after };
      const vaults = [
        scheduled(next, terms),
        ...changedVaults(others, decided.value.others, terms),
      ];
      const hiddenVaults = new Set(hides ? [vaultId] : []);
      const keep = { status: 200, body: after };
      return { plan: { journals, items, vaults, hiddenVaults, log, keep }, answer: ok(after) };
    },
  });
}

/** Schedules a parked vault for the next sweep; does nothing if it is not parked. */
export function retryVault(
  { writer }: Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  { vaultId: id, reason }: { readonly vaultId: string } & Reason,
): Promise<Result<AdminVaultJson>> {
  return writer.commit({
    facts: listedVaultFacts,
    key: id,
    missing: refuse('NOT_FOUND', { what: 'Vault' }),
    decide: ({ now, ...listed }, { terms }): Decision<Result<AdminVaultJson>> => {
      const before = showVault(listed, terms, now);
      if (listed.parkedAt === null) return unwritten(ok(before));
      const after = { ...before, parkedSince: null };
      const log = { actor, call, reason: reason ?? null, before, after };
      const vaultReviews = [{ id, at: now }];
      const plan = { noUser: true, journals: [], items: [], vaultReviews, log } as const;
      return { plan, answer: ok(after) };
    },
  });
}
