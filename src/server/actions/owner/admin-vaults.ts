import type { AdminVaultJson, listVaults as endpoint } from '#contract/admin-vaults';
import type { Result } from '#domain/base/result';
import { readKeyset, writeKeyset } from '../lists/cursor.ts';
import { pageAnswer } from '../lists/page-answer.ts';
import type { Answer, Call } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { countVaults, vaultsPage } from '../../store/admin/admin-vaults.ts';
import { readHead } from '../../store/terms/head.ts';
import { listCount } from '../../cache/list-count.ts';
import { showVault } from './shown-vault.ts';

/** A page of vaults, as they are now. */
export async function listVaults(
  { database, rules, cache }: Pick<Parts, 'database' | 'rules' | 'cache'>,
  input: Call<typeof endpoint>['query'],
): Promise<Result<Answer<AdminVaultJson[]>>> {
  const { limit, sort, direction } = input;
  const after = readKeyset(sort, sort === 'amount' ? 'amount' : 'instant', input.cursor);
  if (!after.ok) return after;
  const [search, status] = [input.search?.trim() || null, input.status ?? null];
  const parked = input.parked === 'true';
  const list = { search, status, parked, sort, direction };
  const { now, termsVersion } = await readHead(database);
  const { terms } = await rules.at(termsVersion);
  const page = await vaultsPage(database, list, { after: after.value, limit });
  const count = await listCount(cache, `vaults ${status} ${parked} ${search}`, () =>
    countVaults(database, list),
  );
  const last = page.length === limit ? page.at(-1) : undefined;
  const body = page.map((listed) => showVault(listed, terms, now));
  return pageAnswer(body, count, last ? writeKeyset(sort, last) : null);
}
