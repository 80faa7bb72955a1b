import type { User } from '#contract/users/auth';
import { formatAmount } from '#domain/base/money';
import { type Result, ok, refuse } from '#domain/base/result';
import { periodAt } from '#domain/sells/sell-limit';
import { after, iso } from '#domain/base/time';
import { readUsername } from '#domain/users/username';
import { catchUpAll, unstakedAfter } from '#domain/vaults/vault-catch-up';
import { REVIEW_MS } from '#domain/vaults/vault-sweep';
import type { Caller } from '../kernel/guards/session.ts';
import type { Parts } from '../kernel/parts.ts';
import { readHead } from '../kernel/terms/protocol-head.ts';
import { type StoredUser, findUser, renameUser } from './user-queries.ts';
import { dueVaultsOf } from '../vaults/vault-queries.ts';

export async function readUser(
  parts: Pick<Parts, 'database' | 'rules'>,
  { walletAddress }: { readonly walletAddress: string },
): Promise<Result<User>> {
  return present(parts, await findUser(parts.database, { wallet: walletAddress }));
}

/** Returns the session's own user, renamed if a name is given. */
export async function nameUser(
  parts: Pick<Parts, 'database' | 'rules'>,
  { userId }: Caller,
  { username }: { readonly username?: string | undefined },
): Promise<Result<User>> {
  if (username !== undefined) {
    const name = readUsername(username);
    if (!name.ok) return name;
    await renameUser(parts.database, userId, name.value);
  }
  return present(parts, await findUser(parts.database, { id: userId }));
}

/** Builds the user's response. Includes LMT released by vaults up to now, even if no sweep has run. */
async function present(
  { database, rules }: Pick<Parts, 'database' | 'rules'>,
  user: StoredUser | null,
): Promise<Result<User>> {
  if (!user) return refuse('NOT_FOUND', { what: 'User' });
  const { now, termsVersion } = await readHead(database);
  const due = await dueVaultsOf(database, after(now, REVIEW_MS), [user.id]);
  const { terms } = await rules.at(termsVersion);
  const { journals } = catchUpAll(due, terms, now);
  const { period } = user;
  return ok({
    id: user.id,
    walletAddress: user.wallet,
    username: user.username,
    unstakedLMT: formatAmount('LMT', unstakedAfter(user.id, user.unstaked, journals)),
    soldThisCycle: formatAmount('LMT', periodAt(period, user.now).sold),
    sellLimitResetDate: period.startedAt === null ? null : iso(period.startedAt),
    createdAt: iso(user.createdAt),
  });
}
