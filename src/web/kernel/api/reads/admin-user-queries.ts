import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { AuditedUserJson } from '#contract/audit/admin-audit';
import { PATHS } from '#contract/base/paths';

import { adminCall } from '../admin-client.ts';
import { ADMIN_INTERVALS_MS } from '../admin-intervals.ts';
import { INTERVALS_MS } from '../intervals.ts';
import { told } from '../live/stream.ts';

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

interface OfUser {
  readonly params: { readonly userId: string };
  readonly signal: AbortSignal;
}

/** What belongs to a user, as the owner reads it; its key is the owner's, not that of the user's own screens. */
const ofUser =
  <T>(name: string, intervalMs: number, read: (asked: OfUser) => Promise<T>) =>
  (userId: string) =>
    queryOptions({
      queryKey: ['api', 'admin', 'of-user', name, userId],
      queryFn: ({ signal }) => read({ params: { userId }, signal }),
      ...told(intervalMs),
    });

const { portfolio, bonds, stakes, sells, history } = INTERVALS_MS;

export const portfolioOfQuery = ofUser('portfolio', portfolio, (asked) =>
  adminCall('GET', PATHS.portfolio, asked),
);
export const bondsOfQuery = ofUser('bonds', bonds, (asked) =>
  adminCall('GET', PATHS.userBonds, asked),
);
export const stakesOfQuery = ofUser('stakes', stakes, (asked) =>
  adminCall('GET', PATHS.userStakes, asked),
);
export const sellsOfQuery = ofUser('sells', sells, (asked) =>
  adminCall('GET', PATHS.userSells, asked),
);
export const historyOfQuery = ofUser('history', history, (asked) =>
  adminCall('GET', PATHS.history, asked),
);
export const transactionsOfQuery = ofUser('transactions', history, (asked) =>
  adminCall('GET', PATHS.userTransactions, asked),
);
