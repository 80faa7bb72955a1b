import type { StakeJson } from '#contract/stakes';
import { presentStake } from '#contract/present/stake';
import type { Change } from '#domain/base/change';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Terms } from '#domain/terms/terms';
import type { Vault } from '#domain/vaults/vault';
import { scheduled } from '#domain/vaults/vault-schedule';
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
  readonly caller: VaultCaller;
  readonly vaultId: string;
  readonly decide: (facts: VaultFacts, terms: Terms) => Result<Change<Vault>>;
  /** What the answer says beside the stake. */
  readonly more?: (change: Change<Vault>) => More;
}

/** Changes a vault of the calling user, and answers with its stake. */
export function changeVault<More = object>(
  { writer }: Pick<Parts, 'writer'>,
  { caller: { userId, known }, vaultId, decide, more }: VaultChange<More>,
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
      const body = { ...stake, ...more?.(decided.value) } as StakeJson & More;
      if (next === vault) return unwritten(ok(body));
      const vaults = [scheduled(next, terms)];
      const keep = { status: 200, body };
      return { plan: { journals, items, vaults, keep }, answer: ok(body) };
    },
  });
}
