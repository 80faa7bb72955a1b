import type { Readable } from 'node:stream';
import { formatAmount } from '#domain/base/money';
import type { Result } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { csvStream, keysetPages } from '../lists/csv-stream.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { briefUsersPage } from '../../store/admin/admin-users.ts';
import type { UserListInput } from './admin-users.ts';

const PAGE = 2_000;

/** All users that a filter leaves, as a file. */
export function exportUsers(
  { database }: Pick<Parts, 'database'>,
  { search, ...input }: UserListInput,
): Promise<Result<Answer<Readable>>> {
  const list = { ...input, search: search?.trim() || null };
  const pages = keysetPages(
    PAGE,
    (last: Awaited<ReturnType<typeof briefUsersPage>>[number] | null) =>
      briefUsersPage(database, list, { after: last, limit: PAGE }),
    (rows) =>
      rows.map(({ wallet, unstaked, createdAt }) => [
        wallet,
        formatAmount('LMT', unstaked),
        iso(createdAt),
      ]),
  );
  return csvStream('lmt-users.csv', ['Wallet', 'Balance', 'Joined'], pages);
}
