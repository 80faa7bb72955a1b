import type { Readable } from 'node:stream';
import type { AdminVaultJson, exportVaults as endpoint } from '#contract/admin-vaults';
import { type CsvColumns, csvCells, csvHead } from '#domain/base/csv';
import type { Result } from '#domain/base/result';
import { csvStream, keysetPages } from '../lists/csv-stream.ts';
import type { Answer, Call } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { vaultsPage } from '../../store/admin/admin-vaults.ts';
import { readHead } from '../../store/terms/head.ts';
import { showVault } from './shown-vault.ts';

const PAGE = 1_000;

/** The file's columns, in order. */
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

/** All vaults that a filter leaves, as they are now, as a file. */
export async function exportVaults(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  { search, status, parked, ...input }: Call<typeof endpoint>['query'],
): Promise<Result<Answer<Readable>>> {
  const list = {
    ...input,
    search: search?.trim() || null,
    status: status ?? null,
    parked: parked === 'true',
  };
  const { now, termsVersion } = await readHead(database);
  const { terms } = await rules.at(termsVersion);
  const pages = keysetPages(
    PAGE,
    (last: Awaited<ReturnType<typeof vaultsPage>>[number] | null) =>
      vaultsPage(database, list, { after: last, limit: PAGE }),
    (rows) => rows.map((listed) => csvCells(COLUMNS, showVault(listed, terms, now))),
  );
  return csvStream('lmt-vaults.csv', csvHead(COLUMNS), pages);
}
