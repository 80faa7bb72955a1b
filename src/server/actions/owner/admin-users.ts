import type { AdminUserJson } from '#contract/admin-users';
import { adjustUser } from '#domain/user/correct-user';
import { formatAmount, parseRequestAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { iso } from '#domain/base/time';
import { unstakedAfter, catchUpAll } from '#domain/vaults/vault-catch-up';
import type { Admin } from '../../guards/owner.ts';
import { readKeyset, writeKeyset } from '../lists/cursor.ts';
import type { Answer } from '../../base/route.ts';
import type { Parts } from '../../parts.ts';
import { appendLog } from '../../store/ledger/admin-log.ts';
import { changedVaults } from '#domain/vaults/vault-schedule';
import {
  type ListedUser,
  type UserList,
  countUsers,
  listedUser,
  usersPage,
} from '../../store/admin/admin-users.ts';
import { readHead } from '../../store/terms/head.ts';
import { lockUser, renameUser } from '../../store/users/users.ts';
import { vaultsOf } from '../../store/vaults/vaults.ts';
import { writeLocked } from '../../store/write/write-plans.ts';
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

/** Which users, and in which order. */
export interface UserListInput {
  readonly search?: string | undefined;
  readonly filter: UserList['filter'];
  readonly sort: UserList['sort'];
  readonly direction: UserList['direction'];
}

/** A page of users. */
export async function listUsers(
  { database, cache }: Pick<Parts, 'database' | 'cache'>,
  input: UserListInput & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Result<Answer<AdminUserJson[]>>> {
  const { limit, sort, filter, direction } = input;
  const kind = sort === 'balance' ? 'amount' : 'instant';
  const after = readKeyset(sort, kind, input.cursor);
  if (!after.ok) return after;
  const list = { search: input.search?.trim() || null, filter, sort, direction };
  const page = await usersPage(database, list, after.value, limit);
  const count = await listCount(cache, `users ${filter} ${list.search}`, () =>
    countUsers(database, list),
  );
  const last = page.length === limit ? page.at(-1) : undefined;
  const headers = {
    'x-total-count': String(count),
    ...(last ? { 'x-next-cursor': writeKeyset(sort, last) } : {}),
  };
  return ok({ status: 200, body: page.map(presentListed), headers });
}

interface EditInput {
  readonly username?: string | undefined;
  readonly adjustment?:
    | { readonly direction: 'credit' | 'debit'; readonly amount: string }
    | undefined;
  readonly reason?: string | undefined;
}

/** The owner renames a user, or credits or debits their unstaked LMT. */
export async function editUser(
  { database, rules }: Parts,
  { actor, call }: Admin,
  { id }: { readonly id: string },
  { username, adjustment, reason: said }: EditInput,
): Promise<Result<AdminUserJson>> {
  if (username === undefined && adjustment === undefined) {
    return refuse('MALFORMED', { issues: ['body: names nothing to change'] });
  }
  const reason = said ?? null;
  const amount = adjustment && parseRequestAmount('LMT', adjustment.amount);
  if (amount && !amount.ok) return amount;
  if (!(await listedUser(database, id))) return refuse('NOT_FOUND', { what: 'User' });
  return database.transaction(async (session) => {
    const version = await lockUser(session, id);
    const before = await listedUser(session, id);
    if (!before) return refuse('NOT_FOUND', { what: 'User' });
    const { now, termsVersion } = await readHead(session);
    if (adjustment && amount) {
      const { terms } = await rules.at(termsVersion, session);
      const vaults = await vaultsOf(session, id);
      const caught = catchUpAll(vaults, terms, now);
      const unstaked = unstakedAfter(id, before.unstaked, caught.journals);
      const adjusted = adjustUser(
        id,
        unstaked,
        { ...adjustment, amount: amount.value, reason },
        now,
      );
      if (!adjusted.ok) return adjusted;
      await writeLocked(session, {
        userId: id,
        version,
        now,
        journals: [...caught.journals, ...adjusted.value.journals],
        items: [...caught.items, ...adjusted.value.items],
        vaults: changedVaults(vaults, caught.next, terms),
      });
    }
    if (username !== undefined) await renameUser(session, id, username);
    const after = await listedUser(session, id);
    if (!after) throw new Error(`no user ${id}`);
    const entry = { at: now, actor, call, reason };
    const shown = presentListed(after);
    await appendLog(session, { ...entry, before: presentListed(before), after: shown });
    return ok(shown);
  });
}
