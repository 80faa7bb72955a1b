import type { StakeJson } from '#contract/stakes';
import { presentWithdrawn } from '#contract/present/stake';
import { lmt, parseRequestAmount } from '#domain/base/money';
import type { Result } from '#domain/base/result';
import { unstake } from '#domain/vaults/vault-window';
import type { HeldKey } from '../../base/held-key.ts';
import type { Parts } from '../../parts.ts';
import { changeVault } from './change-vault.ts';

/** Takes part of a matured vault out; the answer says what was taken, its fee, and what arrived. */
export async function withdraw(
  parts: Pick<Parts, 'writer'>,
  { userId }: { readonly userId: string },
  { stakeId }: { readonly stakeId: string },
  input: { readonly amount: string },
  held: HeldKey | null,
): Promise<Result<StakeJson & { withdrawn: string; fee: string; netAmount: string }>> {
  const amount = parseRequestAmount('LMT', input.amount);
  if (!amount.ok) return amount;
  return changeVault(
    parts,
    { userId, vaultId: stakeId, held },
    {
      decide: (vault, terms, now) => unstake(vault, amount.value, terms, now),
      present: ({ next, items }, terms, now) => {
        const taken = { amount: amount.value, fee: lmt(items.at(-1)?.fee ?? 0n) };
        return presentWithdrawn(next, taken, terms, now);
      },
    },
  );
}
