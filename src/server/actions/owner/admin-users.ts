import type { AdminUserJson, listUsers as endpoint } from '#contract/admin-users';
import { formatAmount } from '#domain/base/money';
import type { Result } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { readKeyset, writeKeyset } from '../lists/cursor.ts';
import { pageAnswer } from '../lists/page-answer.ts';
import type { Answer, Call } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { type ListedUser, countUsers, usersPage } from '../../store/admin/admin-users.ts';
import { listCount } from '../../cache/list-count.ts';

export const presentListed = (user: ListedUser): AdminUserJson => ({
  id: user.id,
  walletAddress: user.wallet,
  username: user.username,
  unstakedLMT: formatAmount('LMT', user.unstaked),
  feeCredit: formatAmount('SOL', user.credit),
  totalBonds: user.totalBonds,
  totalStakes: user.totalStakes,
  totalLMTEarned: formatAmount('LMT', user.earned),
  lastActivity: user.lastActivity === null ? null : iso(user.lastActivity),
  createdAt: iso(user.createdAt),
});

/** A page of users. */
export async function listUsers(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  input: Call<typeof endpoint>['query'],
): Promise<Result<Answer<AdminUserJson[]>>> {
  const { limit, sort, filter, direction } = input;
  const kind = sort === 'balance' ? 'amount' : 'instant';
  const after = readKeyset(sort, kind, input.cursor);
  if (!after.ok) return after;
  const list = { search: input.search?.trim() || null, filter, sort, direction };
  const page = await usersPage(database, list, { after: after.value, limit });
  const count = await listCount(cache, `users ${filter} ${list.search}`, () =>
    countUsers(database, list),
  );
  const last = page.length === limit ? page.at(-1) : undefined;
  return pageAnswer(page.map(presentListed), count, last ? writeKeyset(sort, last) : null);
}
