import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { AuditJson, AuditedUserJson } from '#contract/admin-audit';
import type { AdminUserJson, editUser } from '#contract/admin-users';
import type { BondJson } from '#contract/bonds';
import { PATHS } from '#contract/paths';
import type { HistoryJson, Portfolio } from '#contract/portfolio';
import type { SellJson } from '#contract/sells';
import type { StakeJson } from '#contract/stakes';

import { adminCall, withQuery } from './admin-client.ts';
import type { BodyOf } from './answer-of.ts';
import { fillPath } from './fill-path.ts';
import { INTERVALS_MS } from './intervals.ts';

/** One user as the owner's list has them; null where there is no such user any more. */
export function adminUserQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'admin', 'users', userId],
    queryFn: async ({ signal }) => {
      const path = withQuery(PATHS.adminUsers, { search: userId, limit: 1 });
      const found = await adminCall<AdminUserJson[]>(path, { signal });
      return found.find(({ id }) => id === userId) ?? null;
    },
    refetchInterval: INTERVALS_MS.adminLists,
  });
}

/** The newest users that a search leaves; few enough to choose one of. */
export function foundUsersQuery(search: string) {
  return queryOptions({
    queryKey: ['api', 'admin', 'users', 'found', search],
    queryFn: ({ signal }) =>
      adminCall<AdminUserJson[]>(withQuery(PATHS.adminUsers, { search, limit: 20 }), { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What the audit says of a user; null where it has not met them yet. */
export function auditedUserQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'admin', 'audit', 'user', userId],
    queryFn: async ({ signal }): Promise<AuditedUserJson | null> => {
      const path = withQuery(PATHS.adminAudit, { search: userId, limit: 1 });
      const { users } = await adminCall<AuditJson>(path, { signal });
      return users.find((user) => user.userId === userId) ?? null;
    },
    refetchInterval: INTERVALS_MS.adminAudit,
  });
}

/** What belongs to a user, as the owner reads it; its key is the owner's, not that of the user's own screens. */
function ofUser<T>(path: string, userId: string, refetchInterval: number) {
  return queryOptions({
    queryKey: ['api', 'admin', path, userId],
    queryFn: ({ signal }) => adminCall<T>(fillPath(path, { userId }), { signal }),
    refetchInterval,
  });
}

export const portfolioOfQuery = (userId: string) =>
  ofUser<Portfolio>(PATHS.portfolio, userId, INTERVALS_MS.portfolio);

export const bondsOfQuery = (userId: string) =>
  ofUser<BondJson[]>(PATHS.userBonds, userId, INTERVALS_MS.bonds);

export const stakesOfQuery = (userId: string) =>
  ofUser<StakeJson[]>(PATHS.userStakes, userId, INTERVALS_MS.stakes);

export const sellsOfQuery = (userId: string) =>
  ofUser<SellJson[]>(PATHS.userSells, userId, INTERVALS_MS.sells);

export const historyOfQuery = (userId: string) =>
  ofUser<HistoryJson>(PATHS.history, userId, INTERVALS_MS.history);

/** Renames a user, or credits or debits unstaked LMT; the same key does it once, however often it is sent. */
export function saveUser(
  id: string,
  body: BodyOf<typeof editUser>,
  idempotencyKey: string,
): Promise<AdminUserJson> {
  const headers = { 'idempotency-key': idempotencyKey };
  return adminCall(fillPath(PATHS.adminUser, { id }), { method: 'PUT', body, headers });
}
