import type { StakeJson } from '#contract/stakes';
import { formatAmount, lmt, parseRequestAmount } from '#domain/base/money';
import type { Result } from '#domain/base/result';
import { unstake } from '#domain/vaults/vault-window';
import type { Parts } from '../../parts.ts';
import { type VaultCaller, changeVault } from './change-vault.ts';

/** Takes part of a matured vault out; the answer says what was taken, its fee, and what arrived. */
export async function withdraw(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { stakeId: vaultId, ...input }: { readonly stakeId: string } & { readonly amount: string },
): Promise<Result<StakeJson & { withdrawn: string; fee: string; netAmount: string }>> {
  const amount = parseRequestAmount('LMT', input.amount);
  if (!amount.ok) return amount;
  return changeVault(parts, {
    caller,
    vaultId,
    decide: ({ vault, unstakes, now }, terms) =>
      unstake({ vault, amount: amount.value, unstakes }, terms, now),
    more: ({ items }) => {
      const fee = lmt(items.at(-1)?.fee ?? 0n);
      return {
        withdrawn: formatAmount('LMT', amount.value),
        fee: formatAmount('LMT', fee),
        netAmount: formatAmount('LMT', lmt(amount.value - fee)),
      };
    },
  });
}
