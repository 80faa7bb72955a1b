import type { Change } from '#domain/base/change';
import { type Result, ok, refuse } from '#domain/base/result';
import type { Terms } from '#domain/terms/terms';
import type { Instant } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { sweepAt } from '#domain/vaults/vault-catch-up';
import type { HeldKey } from '../../held-key.ts';
import type { Parts } from '../../parts.ts';
import type { Session } from '../../store/db/database.ts';
import { keeping } from '../../store/write/idempotency.ts';
import type { RulesCache } from '../../store/terms/terms.ts';
import { vaultToDecide } from '../../store/vaults/vaults.ts';
import { type Decision, writeIfUnchanged } from '../../store/write/write-if-unchanged.ts';

/** What is done to a vault, and how it is told. */
export interface VaultVerb<T> {
  readonly decide: (vault: Vault, terms: Terms, now: Instant) => Result<Change<Vault>>;
  readonly present: (change: Change<Vault>, terms: Terms, now: Instant) => T;
}

/** Reads a vault of a user, decides what becomes of it, and writes that if nothing changed meanwhile. */
export async function changeVault<T>(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  { userId }: { readonly userId: string },
  vaultId: string,
  held: HeldKey | null,
  verb: VaultVerb<T>,
): Promise<Result<T>> {
  return writeIfUnchanged(database, (session) =>
    decide(session, rules, userId, vaultId, held, verb),
  );
}

async function decide<T>(
  session: Session,
  rules: RulesCache,
  userId: string,
  vaultId: string,
  held: HeldKey | null,
  verb: VaultVerb<T>,
): Promise<Decision<Result<T>>> {
  const found = await vaultToDecide(session, vaultId);
  if (!found) return { plan: null, answer: refuse('NOT_FOUND', { what: 'Stake' }) };
  const { vault, version, now, termsVersion } = found;
  if (vault.userId !== userId) return { plan: null, answer: refuse('NOT_YOURS') };
  const { terms } = await rules.at(termsVersion, session);
  const decided = verb.decide(vault, terms, now);
  if (!decided.ok) return { plan: null, answer: decided };
  const { next, journals, items } = decided.value;
  const body = verb.present(decided.value, terms, now);
  const answer = ok(body);
  if (next === vault) return { plan: null, answer };
  const vaults = [{ vault: next, dueAt: sweepAt(next, terms) }];
  const keep = keeping(held, 200, body);
  return { plan: { userId, version, now, journals, items, vaults, keep }, answer };
}
