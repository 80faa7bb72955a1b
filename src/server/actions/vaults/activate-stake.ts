import type { StakeJson } from '#contract/stakes';
import type { Result } from '#domain/base/result';
import { activate } from '#domain/vaults/vault-stake';
import type { Parts } from '../../parts.ts';
import { type VaultCaller, changeVault } from './change-vault.ts';

/** Starts the first cycle of a vested stake. */
export function activateStake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { stakeId: vaultId }: { readonly stakeId: string },
): Promise<Result<StakeJson>> {
  return changeVault(parts, {
    caller,
    vaultId,
    decide: ({ vault, now }, terms) => activate(vault, terms, now),
  });
}
