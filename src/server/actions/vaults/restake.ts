import type { StakeJson } from '#contract/stakes';
import { formatAmount, lmt } from '#domain/base/money';
import type { Result } from '#domain/base/result';
import { restake as decide } from '#domain/vaults/vault-window';
import type { Parts } from '../../parts.ts';
import { type VaultCaller, changeVault } from './change-vault.ts';

/** Restakes a matured vault by hand: a new cycle from now. */
export function restake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { stakeId: vaultId }: { readonly stakeId: string },
): Promise<Result<StakeJson & { netAmount: string; fee: string }>> {
  return changeVault(parts, {
    caller,
    vaultId,
    decide: ({ vault, now }, terms) => decide(vault, terms, now),
    more: ({ next }) => ({
      netAmount: formatAmount('LMT', next.amount),
      fee: formatAmount('LMT', next.lastRestake?.fee ?? lmt(0n)),
    }),
  });
}
