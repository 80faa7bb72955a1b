import { queryOptions } from '@tanstack/react-query';

import type { Health } from '#contract/admin-health';
import type { listAllSells } from '#contract/admin-sells';
import type { AdminUserJson } from '#contract/admin-users';
import type { AdminAnalytics, AdminStats } from '#contract/admin-stats';
import { PATHS } from '#contract/paths';
import type { AdminSettings } from '#contract/settings';
import type { HoldingJson } from '#contract/treasury';

import { adminCall, adminPage } from './admin-client.ts';
import type { AnswerOf } from './answer-of.ts';
import { INTERVALS_MS } from './intervals.ts';

export type AllSells = AnswerOf<typeof listAllSells>;

/** A read of the owner's: its key begins like its path, so that live updates find it. */
function adminQuery<T>(path: string, refetchInterval: number) {
  return queryOptions({
    queryKey: path.split(/[/?]/).filter((part) => part !== ''),
    queryFn: ({ signal }) => adminCall<T>(path, { signal }),
    refetchInterval,
  });
}

export const adminStatsQuery = () =>
  adminQuery<AdminStats>(PATHS.adminStats, INTERVALS_MS.adminStats);

export const adminHealthQuery = () =>
  adminQuery<Health>(PATHS.adminHealth, INTERVALS_MS.adminHealth);

export const adminSettingsQuery = () =>
  adminQuery<AdminSettings>(PATHS.adminSettings, INTERVALS_MS.adminLists);

export const adminHoldingsQuery = () =>
  adminQuery<HoldingJson[]>(PATHS.adminHoldings, INTERVALS_MS.holdings);

export const adminAnalyticsQuery = (range: AdminAnalytics['range']) =>
  adminQuery<AdminAnalytics>(`${PATHS.adminAnalytics}?range=${range}`, INTERVALS_MS.transparency);

/** The newest users, and how many there are in all. */
export const firstUsersQuery = (count: number) =>
  queryOptions({
    queryKey: ['api', 'admin', 'users', 'first', count],
    queryFn: ({ signal }) => adminPage<AdminUserJson>(`${PATHS.adminUsers}?limit=${count}`, signal),
    refetchInterval: INTERVALS_MS.adminLists,
  });

/** The queue, and so many of the newest of all requests that the last ten decided ones are among them. */
export const adminSellsQuery = () =>
  adminQuery<AllSells>(`${PATHS.adminSells}?limit=50`, INTERVALS_MS.adminSells);
