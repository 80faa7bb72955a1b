import type { Readable } from 'node:stream';
import type { exportUsers as endpoint } from '#contract/admin-users';
import { formatAmount } from '#domain/base/money';
import type { Result } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { csvStream, keysetPages } from '../lists/csv-stream.ts';
import type { Answer, Call } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { briefUsersPage } from '../../store/admin/admin-users.ts';

const PAGE = 2_000;

/** All users that a filter leaves, as a file. */
export function exportUsers(
  { database }: Pick<Parts, 'database'>,
  { search, ...input }: Call<typeof endpoint>['query'],
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
