import type { Analytics } from '#contract/portfolio';
import { presentAnalytics } from '#contract/present/portfolio';
import { type Result, ok, refuse } from '#domain/base/result';
import { realisedCycles } from '#domain/vaults/yield';
import type { Parts } from '../../parts.ts';
import { bondsOf } from '../../store/bonds/bonds.ts';
import { readHead } from '../../store/terms/head.ts';
import { historyOf } from '../../store/users/history.ts';
import { findUser } from '../../store/users/users.ts';
import { restakesOf, vaultEntriesOf } from '../../store/vaults/vault-entries.ts';

/** What a user's finished cycles really gave, and what fees and bonds came to. */
export async function readAnalytics(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  { userId }: { readonly userId: string },
): Promise<Result<Analytics>> {
  if (!(await findUser(database, { id: userId }))) return refuse('NOT_FOUND', { what: 'User' });
  const { termsVersion } = await readHead(database);
  const { terms } = await rules.at(termsVersion);
  const entries = await vaultEntriesOf(database, userId);
  const cycles = realisedCycles(entries, await restakesOf(database, userId), terms);
  const items = await historyOf(database, userId);
  const bonds = await bondsOf(database, userId);
  return ok(presentAnalytics({ cycles, items, bonds }));
}
