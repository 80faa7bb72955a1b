import type { StakeJson } from '#contract/stakes';
import type { Result } from '#domain/base/result';
import { chooseAutoRestake as choose } from '#domain/vaults/vault-window';
import type { Parts } from '../../parts.ts';
import { type VaultCaller, changeVault } from './change-vault.ts';

/** Changes what happens when the vault's window ends and nothing was done. */
export function chooseAutoRestake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { id: vaultId, enabled }: { readonly id: string } & { readonly enabled: boolean },
): Promise<Result<StakeJson>> {
  return changeVault(parts, {
    caller,
    vaultId,
    decide: ({ vault, now }, terms) => choose({ vault, enabled }, terms, now),
  });
}
