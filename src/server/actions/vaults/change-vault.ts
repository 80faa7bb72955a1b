import type { Change } from '#domain/base/change';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Instant } from '#domain/base/time';
import type { Terms } from '#domain/terms/terms';
import type { Vault } from '#domain/vaults/vault';
import { scheduled } from '#domain/vaults/vault-schedule';
import type { HeldKey } from '../../base/held-key.ts';
import type { Parts } from '../../parts.ts';
import { type VaultFacts, vaultFacts } from '../../store/vaults/facts.ts';
import { type Decision, unwritten } from '../../store/write/commit.ts';
import { keeping } from '../../store/write/idempotency.ts';

/** What is done to a vault, and how it is told. */
export interface VaultVerb<T> {
  readonly decide: (vault: Vault, terms: Terms, now: Instant) => Result<Change<Vault>>;
  readonly present: (change: Change<Vault>, terms: Terms, now: Instant) => T;
}

interface Request {
  readonly userId: string;
  readonly vaultId: string;
  readonly held: HeldKey | null;
}

/** Changes a vault of the calling user. */
export function changeVault<T>(
  { writer }: Pick<Parts, 'writer'>,
  { userId, vaultId, held }: Request,
  verb: VaultVerb<T>,
): Promise<Result<T>> {
  return writer.commit({
    facts: vaultFacts,
    key: vaultId,
    missing: refuse('NOT_FOUND', { what: 'Stake' }),
    decide: (facts, { terms }): Decision<Result<T>> =>
      facts.userId === userId ? decide(facts, terms, held, verb) : unwritten(refuse('NOT_YOURS')),
  });
}

function decide<T>(
  { vault, now }: VaultFacts,
  terms: Terms,
  held: HeldKey | null,
  verb: VaultVerb<T>,
): Decision<Result<T>> {
  const decided = verb.decide(vault, terms, now);
  if (!decided.ok) return unwritten(decided);
  const { next, journals, items } = decided.value;
  const body = verb.present(decided.value, terms, now);
  if (next === vault) return unwritten(ok(body));
  const vaults = [scheduled(next, terms)];
  return { plan: { journals, items, vaults, keep: keeping(held, 200, body) }, answer: ok(body) };
}
