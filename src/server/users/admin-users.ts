import type { Readable } from 'node:stream';
import type {
  AdminUserJson,
  exportUsers as file,
  listUsers as listing,
} from '#contract/users/admin-users';
import type { CsvColumns } from '#domain/base/csv';
import { formatAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { iso, isoOrNull } from '#domain/base/time';
import { type UserEditInput, correctUser, readUserEdit } from '#domain/users/correct-user';
import { decideUserDeletion } from '#domain/users/delete-user';
import type { Answer, Call } from '../kernel/base/route.ts';
import type { Admin } from '../kernel/guards/owner.ts';
import type { Parts } from '../kernel/parts.ts';
import {
  type BriefUser,
  type ListedUser,
  briefUsersPage,
  countUsers,
  usersPage,
} from './admin-user-queries.ts';
import { userFacts, userRemovalFacts } from './correction-facts.ts';
import { newId } from '../kernel/db/ids.ts';
import { totalOf } from '../kernel/lists/sorted-page.ts';
import { type Decision, unwritten } from '../kernel/write/plan.ts';
import { csvStream, keysetPages } from '../kernel/lists/csv-stream.ts';
import { readKeyset, writeKeyset } from '../kernel/lists/page-cursor.ts';
import { pageResponse } from '../kernel/lists/page-response.ts';

const serializeListed = (user: ListedUser): AdminUserJson => ({
  id: user.id,
  walletAddress: user.wallet,
  username: user.username,
  unstakedLMT: formatAmount('LMT', user.unstaked),
  feeCredit: formatAmount('SOL', user.credit),
  totalBonds: user.totalBonds,
  totalStakes: user.totalStakes,
  totalLMTEarned: formatAmount('LMT', user.earned),
  lastActivity: isoOrNull(user.lastActivity),
  createdAt: iso(user.createdAt),
});

const listOf = ({ search, filter, sort, direction }: Call<typeof file>['query']) => ({
  search: search?.trim() || null,
  filter,
  sort,
  direction,
});

export async function listUsers(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  { limit, cursor, ...input }: Call<typeof listing>['query'],
): Promise<Result<Answer<AdminUserJson[]>>> {
  const list = listOf(input);
  const { sort, filter, search } = list;
  const after = readKeyset(sort, sort === 'balance' ? 'amount' : 'instant', cursor);
  if (!after.ok) return after;
  const page = await usersPage(database, list, { after: after.value, limit });
  const count =
    totalOf(page, after.value === null) ??
    (await cache.memo(`count of users ${JSON.stringify([filter, search])}`, () =>
      countUsers(database, list),
    ));
  const last = page.length === limit ? page.at(-1) : undefined;
  return pageResponse(page.map(serializeListed), count, last ? writeKeyset(sort, last) : null);
}

/** Users per page of the file. Large, because each page sorts the whole list again. */
const PAGE = 50_000;

const COLUMNS: CsvColumns<BriefUser> = [
  ['Wallet', ({ wallet }) => wallet],
  ['Balance', ({ unstaked }) => formatAmount('LMT', unstaked)],
  ['Joined', ({ createdAt }) => iso(createdAt)],
];

export function exportUsers(
  { database }: Pick<Parts, 'database'>,
  input: Call<typeof file>['query'],
): Promise<Result<Answer<Readable>>> {
  const list = listOf(input);
  const pages = keysetPages<BriefUser>(PAGE, (last) =>
    briefUsersPage(database, list, { after: last, limit: PAGE }),
  );
  return csvStream({ name: 'lmt-users.csv', columns: COLUMNS, show: (rows) => rows }, pages);
}

/** Renames a user, or credits or debits their unstaked LMT. */
export async function editUser(
  { writer }: Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  { id, ...input }: { readonly id: string } & UserEditInput,
): Promise<Result<AdminUserJson>> {
  const edit = readUserEdit(input);
  if (!edit.ok) return edit;
  return writer.commit({
    facts: userFacts,
    key: id,
    missing: refuse('NOT_FOUND', { what: 'User' }),
    decide: ({ user, vaults, now }, { terms }): Decision<Result<AdminUserJson>> => {
      const corrected = correctUser({ user: { ...user, vaults }, edit: edit.value }, terms, now);
      if (!corrected.ok) return unwritten(corrected);
      const { after, ...changes } = corrected.value;
      const shown = serializeListed({ ...user, ...after });
      const reason = input.reason ?? null;
      const log = { actor, call, reason, before: serializeListed(user), after: shown };
      const keep = { status: 200, body: shown };
      return { plan: { ...changes, log, keep }, answer: ok(shown) };
    },
  });
}

/** Deletes a user. Locks the user, so that no payout to them begins meanwhile. */
export function deleteUser(
  { writer }: Pick<Parts, 'writer'>,
  { actor, call }: Admin,
  { id, reason }: { readonly id: string; readonly reason?: string | undefined },
): Promise<Result<AdminUserJson>> {
  return writer.commit({
    facts: userRemovalFacts,
    key: id,
    locks: { users: [id] },
    missing: refuse('NOT_FOUND', { what: 'User' }),
    decide: (facts, { terms }): Decision<Result<AdminUserJson>> => {
      const { user, now } = facts;
      const deletion = { newDepositId: () => newId(now), terms, now };
      const deleted = decideUserDeletion(facts, deletion);
      if (!deleted.ok) return unwritten(deleted);
      const before = serializeListed(user);
      const log = { actor, call, reason: reason ?? null, before, after: { deleted: true } };
      const keep = { status: 200, body: before };
      return { plan: { ...deleted.value, log, keep }, answer: ok(before) };
    },
  });
}
