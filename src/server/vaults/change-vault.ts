import {
  serializeRestaked,
  serializeStake,
  serializeWithdrawn,
} from '#contract/vaults/serialize-vault';
import type { StakeJson } from '#contract/vaults/vaults';
import type { Change } from '#domain/base/change';
import { lmt, parseRequestAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import { checkPaused } from '#domain/terms/pause';
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
import type { Parts } from '../kernel/parts.ts';
import { type VaultFacts, vaultFacts } from './vault-facts.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';

export interface VaultCaller {
  readonly userId: string;
}

interface VaultChange<Body> {
  readonly vaultId: string;
  readonly decide: (facts: VaultFacts, terms: Terms) => Result<Change<Vault>>;
  readonly present: (change: Change<Vault>, terms: Terms, now: Instant) => Body;
}

/** Changes a vault of the calling user, and returns its stake. */
function changeVault<Body>(
  { writer }: Pick<Parts, 'writer'>,
  { userId }: VaultCaller,
  { vaultId, decide, present }: VaultChange<Body>,
): Promise<Result<Body>> {
  return writer.commit({
    facts: vaultFacts,
    key: vaultId,
    missing: refuse('NOT_FOUND', { what: 'Stake' }),
    decide: (facts, { terms }): Decision<Result<Body>> => {
      const { vault, now } = facts;
      if (vault.userId !== userId) return unwritten(refuse('NOT_YOURS'));
      const running = checkPaused(terms.pauses, now);
      if (!running.ok) return unwritten(running);
      const decided = decide(facts, terms);
      if (!decided.ok) return unwritten(decided);
      const { next, journals, items } = decided.value;
      const body = present(decided.value, terms, now);
      if (next === vault) return unwritten(ok(body));
      const vaults = [scheduled(next, terms)];
      const keep = { status: 200, body };
      return { plan: { journals, items, vaults, keep }, answer: ok(body) };
    },
  });
}

const present = ({ next }: Change<Vault>, terms: Terms, now: Instant): StakeJson =>
  serializeStake(next, terms, now);

export function activateStake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { stakeId: vaultId }: { readonly stakeId: string },
): Promise<Result<StakeJson>> {
  return changeVault(parts, caller, {
    vaultId,
    decide: ({ vault, now }, terms) => activate(vault, terms, now),
    present,
  });
}

/** Restakes a matured vault manually: a new cycle from now. */
export function restake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { stakeId: vaultId }: { readonly stakeId: string },
): Promise<Result<StakeJson & { netAmount: string; fee: string }>> {
  return changeVault(parts, caller, {
    vaultId,
    decide: ({ vault, now }, terms) => decide(vault, terms, now),
    present: ({ next }, terms, now) => serializeRestaked(next, terms, now),
  });
}

/** Completes a vault past its window with auto-restake off, before the sweep does. */
export function completeStake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { id: vaultId }: { readonly id: string },
): Promise<Result<StakeJson>> {
  return changeVault(parts, caller, {
    vaultId,
    decide: ({ vault, now }, terms) => completeVault(vault, terms, now),
    present,
  });
}

/** Sets what happens at the window's end if the user does nothing. */
export function chooseAutoRestake(
  parts: Pick<Parts, 'writer'>,
  caller: VaultCaller,
  { id: vaultId, enabled }: { readonly id: string; readonly enabled: boolean },
): Promise<Result<StakeJson>> {
  return changeVault(parts, caller, {
    vaultId,
    decide: ({ vault, now }, terms) => choose({ vault, enabled }, terms, now),
    present,
  });
}

/** Unstakes part of a matured vault. Returns the amount, its fee and the net. */
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
    present: ({ next, items }, terms, now) => {
      const taken = { amount: amount.value, fee: lmt(items.at(-1)?.fee ?? 0n) };
      return serializeWithdrawn({ vault: next, taken }, terms, now);
    },
  });
}
