import type { StakeJson } from '#contract/stakes';
import type { Result } from '#domain/base/result';
import { completeVault } from '#domain/vaults/vault-window';
import type { Parts } from '../../parts.ts';
import { changeVault } from './change-vault.ts';

/** Does early what the sweep would do for a vault past its window with auto-restake off. */
export function completeStake(
  parts: Pick<Parts, 'writer'>,
  { userId }: { readonly userId: string },
  { id: vaultId }: { readonly id: string },
): Promise<Result<StakeJson>> {
  return changeVault(parts, {
    userId,
    vaultId,
    decide: ({ vault, now }, terms) => completeVault(vault, terms, now),
  });
}
