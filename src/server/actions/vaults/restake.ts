import type { StakeJson } from '#contract/stakes';
import { presentRestaked } from '#contract/present/stake';
import type { Result } from '#domain/base/result';
import { restake as decide } from '#domain/vaults/vault-window';
import type { HeldKey } from '../../base/held-key.ts';
import type { Parts } from '../../parts.ts';
import { changeVault } from './change-vault.ts';

/** Restakes a matured vault by hand: a new cycle from now. */
export function restake(
  parts: Pick<Parts, 'writer'>,
  { userId }: { readonly userId: string },
  { stakeId }: { readonly stakeId: string },
  held: HeldKey | null,
): Promise<Result<StakeJson & { netAmount: string; fee: string }>> {
  return changeVault(
    parts,
    { userId, vaultId: stakeId, held },
    {
      decide,
      present: ({ next }, terms, now) => presentRestaked(next, terms, now),
    },
  );
}
