import type { Readable } from 'node:stream';
import type {
  AdminVaultJson,
  exportVaults as file,
  listVaults as listing,
} from '#contract/vaults/admin-vaults';
import type { CsvColumns } from '#domain/base/csv';
import type { Result } from '#domain/base/result';
import type { Answer, Call } from '../kernel/base/route.ts';
import type { Parts } from '../kernel/parts.ts';
import { type ListedVault, countVaults, vaultsPage } from './admin-vault-queries.ts';
import { type Keyset, totalOf } from '../kernel/lists/sorted-page.ts';
import { csvStream, keysetPages } from '../kernel/lists/csv-stream.ts';
import { readKeyset, writeKeyset } from '../kernel/lists/page-cursor.ts';
import { pageResponse } from '../kernel/lists/page-response.ts';
import { showVault } from './vault-snapshot.ts';

const listOf = ({ search, status, parked, sort, direction }: Call<typeof file>['query']) => ({
  search: search?.trim() || null,
  status: status ?? null,
  parked: parked === 'true',
  sort,
  direction,
});

/** Returns a page of vaults, computed at the current instant. */
export async function listVaults(
  { database, rules, cache }: Pick<Parts, 'database' | 'rules' | 'cache'>,
  { limit, cursor, ...input }: Call<typeof listing>['query'],
): Promise<Result<Answer<AdminVaultJson[]>>> {
  const list = listOf(input);
  const { sort, search, status, parked } = list;
  const after = readKeyset(sort, sort === 'amount' ? 'amount' : 'instant', cursor);
  if (!after.ok) return after;
  const { now, terms } = await rules.inForce();
  const page = await vaultsPage(database, list, { after: after.value, limit });
  const counted = `count of vaults ${JSON.stringify([status, parked, search])}`;
  const count =
    totalOf(page, after.value === null) ??
    (await cache.memo(counted, () => countVaults(database, list)));
  const last = page.length === limit ? page.at(-1) : undefined;
  const body = page.map((listed) => showVault(listed, terms, now));
  return pageResponse(body, count, last ? writeKeyset(sort, last) : null);
}

const PAGE = 1_000;

const COLUMNS: CsvColumns<AdminVaultJson> = [
  ['Id', (of) => of.id],
  ['User Id', (of) => of.userId],
  ['Wallet', (of) => of.walletAddress],
  ['Username', (of) => of.username],
  ['Status', (of) => of.status],
  ['Amount', (of) => of.amount],
  ['Original Amount', (of) => of.originalAmount],
  ['Rewards Accrued', (of) => of.rewardsAccrued],
  ['Total Rewards Earned', (of) => of.totalRewardsEarned],
  ['Cycle', (of) => of.cycleNumber],
  ['Vesting Start', (of) => of.vestingStartTime],
  ['Vault Start', (of) => of.vaultStartTime],
  ['Vault End', (of) => of.vaultEndTime],
  ['Restake Window End', (of) => of.restakeWindowEndTime],
  ['Auto Restake', (of) => of.autoRestakeEnabled],
  ['Last Restaked', (of) => of.lastRestakeAt],
];

/** Exports all vaults that match a filter, computed at the current instant, as a CSV file. */
export async function exportVaults(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  input: Call<typeof file>['query'],
): Promise<Result<Answer<Readable>>> {
  const list = listOf(input);
  const { now, terms } = await rules.inForce();
  const pages = keysetPages<ListedVault & Keyset>(PAGE, (last) =>
    vaultsPage(database, list, { after: last, limit: PAGE, isBrief: true }),
  );
  const show = (rows: readonly ListedVault[]) => rows.map((each) => showVault(each, terms, now));
  return csvStream({ name: 'lmt-vaults.csv', columns: COLUMNS, show }, pages);
}
