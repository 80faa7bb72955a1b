import type { AdminVaultJson } from '#contract/admin-vaults';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Admin } from '../../guards/owner.ts';
import type { Parts } from '../../parts.ts';
import { listedVaultFacts } from '../../store/admin/correction-facts.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';
import { showVault } from './shown-vault.ts';

/** Has the sweep look again at a vault that it had put aside; nothing where it had not. */
export function retryVault(
  { writer }: Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  { vaultId: id, reason }: { readonly vaultId: string } & { readonly reason?: string | undefined },
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
      const plan = { ofNobody: true, journals: [], items: [], vaultReviews, log } as const;
      return { plan, answer: ok(after) };
    },
  });
}
