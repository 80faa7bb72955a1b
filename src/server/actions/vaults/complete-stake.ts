import type { StakeJson } from '#contract/stakes';
import type { Result } from '#domain/base/result';
import { completeVault } from '#domain/vaults/vault-window';
import type { Parts } from '../../parts.ts';
import { type VaultCaller, changeVault } from './change-vault.ts';

/** Does early what the sweep would do for a vault past its window with auto-restake off. */
export function completeStake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { id: vaultId }: { readonly id: string },
): Promise<Result<StakeJson>> {
  return changeVault(parts, {
    caller,
    vaultId,
    decide: ({ vault, now }, terms) => completeVault(vault, terms, now),
  });
}
