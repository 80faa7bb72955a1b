import { presentStake } from '#contract/present/stake';
import type { StakeJson } from '#contract/stakes';
import type { Change } from '#domain/base/change';
import { formatAmount, lmt, parseRequestAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Terms } from '#domain/terms/terms';
import type { Vault } from '#domain/vaults/vault';
import { scheduled } from '#domain/vaults/vault-schedule';
import { activate } from '#domain/vaults/vault-stake';
import {
  chooseAutoRestake as choose,
  completeVault,
  restake as decide,
  unstake,
} from '#domain/vaults/vault-window';
import type { Parts } from '../../parts.ts';
import { type VaultFacts, vaultFacts } from '../../store/vaults/facts.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';
import type { Known } from '../../store/write/facts.ts';

/** The user who changes a vault, with what was read of it when the request was let through. */
export interface VaultCaller {
  readonly userId: string;
  readonly known?: Known<VaultFacts> | null;
}

interface VaultChange<More> {
  readonly vaultId: string;
  readonly decide: (facts: VaultFacts, terms: Terms) => Result<Change<Vault>>;
  /** What the answer says beside the stake. */
  readonly more?: (change: Change<Vault>) => More;
}

/** Changes a vault of the calling user, and answers with its stake. */
function changeVault<More = object>(
  { writer }: Pick<Parts, 'writer'>,
  { userId, known }: VaultCaller,
  { vaultId, decide, more }: VaultChange<More>,
): Promise<Result<StakeJson & More>> {
  return writer.commit({
    facts: vaultFacts,
    key: vaultId,
    known,
    missing: refuse('NOT_FOUND', { what: 'Stake' }),
    decide: (facts, { terms }): Decision<Result<StakeJson & More>> => {
      const { vault, now } = facts;
      if (vault.userId !== userId) return unwritten(refuse('NOT_YOURS'));
      const decided = decide(facts, terms);
      if (!decided.ok) return unwritten(decided);
      const { next, journals, items } = decided.value;
      const stake = presentStake(next, terms, now);
      const body: StakeJson & More = Object.assign(stake, more?.(decided.value));
      if (next === vault) return unwritten(ok(body));
      const vaults = [scheduled(next, terms)];
      const keep = { status: 200, body };
      return { plan: { journals, items, vaults, keep }, answer: ok(body) };
    },
  });
}

/** Starts the first cycle of a vested stake. */
export function activateStake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { stakeId: vaultId }: { readonly stakeId: string },
): Promise<Result<StakeJson>> {
  return changeVault(parts, caller, {
    vaultId,
    decide: ({ vault, now }, terms) => activate(vault, terms, now),
  });
}

/** Restakes a matured vault by hand: a new cycle from now. */
export function restake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { stakeId: vaultId }: { readonly stakeId: string },
): Promise<Result<StakeJson & { netAmount: string; fee: string }>> {
  return changeVault(parts, caller, {
    vaultId,
    decide: ({ vault, now }, terms) => decide(vault, terms, now),
    more: ({ next }) => ({
      netAmount: formatAmount('LMT', next.amount),
      fee: formatAmount('LMT', next.lastRestake?.fee ?? lmt(0n)),
    }),
  });
}

/** Does early what the sweep would do for a vault past its window with auto-restake off. */
export function completeStake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { id: vaultId }: { readonly id: string },
): Promise<Result<StakeJson>> {
  return changeVault(parts, caller, {
    vaultId,
    decide: ({ vault, now }, terms) => completeVault(vault, terms, now),
  });
}

/** Changes what happens when the vault's window ends and nothing was done. */
export function chooseAutoRestake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { id: vaultId, enabled }: { readonly id: string; readonly enabled: boolean },
): Promise<Result<StakeJson>> {
  return changeVault(parts, caller, {
    vaultId,
    decide: ({ vault, now }, terms) => choose({ vault, enabled }, terms, now),
  });
}

/** Takes part of a matured vault out; the answer says what was taken, its fee, and what arrived. */
export async function withdraw(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { stakeId: vaultId, ...input }: { readonly stakeId: string; readonly amount: string },
): Promise<Result<StakeJson & { withdrawn: string; fee: string; netAmount: string }>> {
  const amount = parseRequestAmount('LMT', input.amount);
  if (!amount.ok) return amount;
  return changeVault(parts, caller, {
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
