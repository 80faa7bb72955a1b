import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { AuditedUserJson } from '#contract/admin-audit';
import type { editUser } from '#contract/admin-users';
import type { BodyOf } from '#contract/api';
import { PATHS } from '#contract/paths';

import { adminCall } from './admin-client.ts';
import { ADMIN_INTERVALS_MS } from './admin-intervals.ts';
import { INTERVALS_MS } from './intervals.ts';
import { told } from './live/stream.ts';

/** One user as the owner's list has them; null where there is no such user any more. */
export function adminUserQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'admin', 'users', userId],
    queryFn: async ({ signal }) => {
      const query = { search: userId, limit: 1 };
      const found = await adminCall('GET', PATHS.adminUsers, { query, signal });
      return found.find(({ id }) => id === userId) ?? null;
    },
    ...told(ADMIN_INTERVALS_MS.adminLists),
  });
}

/** The newest users that a search leaves; few enough to choose one of. */
export function foundUsersQuery(search: string) {
  return queryOptions({
    queryKey: ['api', 'admin', 'users', 'found', search],
    queryFn: ({ signal }) =>
      adminCall('GET', PATHS.adminUsers, { query: { search, limit: 20 }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What the audit says of a user; null where it has not met them yet. */
export function auditedUserQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'admin', 'audit', 'user', userId],
    queryFn: async ({ signal }): Promise<AuditedUserJson | null> => {
      const query = { search: userId, limit: 1 };
      const { users } = await adminCall('GET', PATHS.adminAudit, { query, signal });
      return users.find((user) => user.userId === userId) ?? null;
    },
    refetchInterval: ADMIN_INTERVALS_MS.adminAudit,
  });
}

/** What belongs to a user, as the owner reads it; its key is the owner's, not that of the user's own screens. */
const keyOf = (name: string, userId: string) => ['api', 'admin', 'of-user', name, userId];

export const portfolioOfQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf('portfolio', userId),
    queryFn: ({ signal }) => adminCall('GET', PATHS.portfolio, { params: { userId }, signal }),
    ...told(INTERVALS_MS.portfolio),
  });

export const bondsOfQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf('bonds', userId),
    queryFn: ({ signal }) => adminCall('GET', PATHS.userBonds, { params: { userId }, signal }),
    ...told(INTERVALS_MS.bonds),
  });

export const stakesOfQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf('stakes', userId),
    queryFn: ({ signal }) => adminCall('GET', PATHS.userStakes, { params: { userId }, signal }),
    ...told(INTERVALS_MS.stakes),
  });

export const sellsOfQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf('sells', userId),
    queryFn: ({ signal }) => adminCall('GET', PATHS.userSells, { params: { userId }, signal }),
    ...told(INTERVALS_MS.sells),
  });

export const historyOfQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf('history', userId),
    queryFn: ({ signal }) => adminCall('GET', PATHS.history, { params: { userId }, signal }),
    ...told(INTERVALS_MS.history),
  });

export const transactionsOfQuery = (userId: string) =>
  queryOptions({
    queryKey: keyOf('transactions', userId),
    queryFn: ({ signal }) =>
      adminCall('GET', PATHS.userTransactions, { params: { userId }, signal }),
    ...told(INTERVALS_MS.history),
  });

/** Renames a user, or credits or debits unstaked LMT; the same key does it once, however often it is sent. */
export function saveUser(id: string, body: BodyOf<typeof editUser>, idempotencyKey: string) {
  return adminCall('PUT', PATHS.adminUser, { params: { id }, body, idempotencyKey });
}
