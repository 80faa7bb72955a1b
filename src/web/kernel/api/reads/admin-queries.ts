import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { AnswerOf } from '#contract/api';
import type { listAllSells } from '#contract/payouts/admin-sells';
import type { AdminAnalytics } from '#contract/treasury/admin-stats';
import { PATHS } from '#contract/base/paths';
import type { PayToken } from '#domain/base/money';
import type { MovementKind } from '#domain/treasury/movement';

import { adminCall, adminPage } from '../admin-client.ts';
import { ADMIN_INTERVALS_MS } from '../admin-intervals.ts';
import { INTERVALS_MS } from '../intervals.ts';
import { serverOffsetMs } from '../server-time.ts';
import { told } from '../live/stream.ts';

export type AllSells = AnswerOf<typeof listAllSells>;

/** How far this browser's zone was ahead of UTC when the day of an instant began: its clock may have changed since. */
export function offsetAtMidnight(at: number): number {
  return -new Date(new Date(at).setHours(0, 0, 0, 0)).getTimezoneOffset();
}

export const adminStatsQuery = () =>
  queryOptions({
    queryKey: ['api', 'admin', 'stats'],
    queryFn: ({ signal }) =>
      adminCall('GET', PATHS.adminStats, {
        query: { utcOffsetMinutes: offsetAtMidnight(Date.now() + serverOffsetMs()) },
        signal,
      }),
    refetchInterval: ADMIN_INTERVALS_MS.adminStats,
  });

export const adminHealthQuery = () =>
  queryOptions({
    queryKey: ['api', 'admin', 'health'],
    queryFn: ({ signal }) => adminCall('GET', PATHS.adminHealth, { signal }),
    refetchInterval: ADMIN_INTERVALS_MS.adminHealth,
    // Two tabs read it: what the one left may be old when the other opens.
    refetchOnMount: 'always',
  });

/** The nonces that payouts use. */
export const payoutNoncesQuery = () =>
  queryOptions({
    queryKey: ['api', 'admin', 'nonces'],
    queryFn: ({ signal }) => adminCall('GET', PATHS.payoutNonces, { signal }),
    refetchInterval: ADMIN_INTERVALS_MS.adminHealth,
  });

export const adminSettingsQuery = () =>
  queryOptions({
    queryKey: ['api', 'admin', 'settings'],
    queryFn: ({ signal }) => adminCall('GET', PATHS.adminSettings, { signal }),
    ...told(ADMIN_INTERVALS_MS.adminLists),
  });

export const adminHoldingsQuery = () =>
  queryOptions({
    queryKey: ['api', 'admin', 'holdings'],
    queryFn: ({ signal }) => adminCall('GET', PATHS.adminHoldings, { signal }),
    refetchInterval: INTERVALS_MS.holdings,
  });

export const adminAnalyticsQuery = (range: AdminAnalytics['range']) =>
  queryOptions({
    queryKey: ['api', 'admin', 'analytics', range],
    queryFn: ({ signal }) => adminCall('GET', PATHS.adminAnalytics, { query: { range }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: INTERVALS_MS.transparency,
  });

/** The newest users, and how many there are in all. */
export const firstUsersQuery = (count: number) =>
  queryOptions({
    queryKey: ['api', 'admin', 'users', 'first', count],
    queryFn: ({ signal }) => adminPage(PATHS.adminUsers, { query: { limit: count }, signal }),
    ...told(ADMIN_INTERVALS_MS.adminLists),
  });

/** The queue, what was decided last and what is being paid. */
export const adminSellsQuery = () =>
  queryOptions({
    queryKey: ['api', 'admin', 'sell-verifications', 'queue'],
    queryFn: ({ signal }) => adminCall('GET', PATHS.adminSells, { query: { limit: 1 }, signal }),
    refetchInterval: ADMIN_INTERVALS_MS.adminSells,
  });

/** Which movements; empty for all. */
export interface MovementChoice {
  readonly token: PayToken | '';
  readonly kind: MovementKind | '';
  readonly concern: 'true' | '';
}

/** What moved on the treasury's accounts, newest first, page by page, and whether it adds up. */
export function movementsQuery(choice: MovementChoice) {
  return infiniteQueryOptions({
    queryKey: ['api', 'admin', 'movements', choice],
    queryFn: ({ pageParam, signal }) =>
      adminCall('GET', PATHS.adminMovements, { query: { ...choice, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    ...told(ADMIN_INTERVALS_MS.adminLists),
  });
}

/** Payments that are no bond and no fee; those below the least amount of a bond only where asked for. */
export function depositsQuery(withSmall: boolean) {
  return queryOptions({
    queryKey: ['api', 'admin', 'deposits', 'unmatched', withSmall],
    queryFn: ({ signal }) =>
      adminCall('GET', PATHS.unmatchedDeposits, {
        query: { small: withSmall ? 'true' : null },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...told(ADMIN_INTERVALS_MS.adminLists),
  });
}

/** Transactions whose payments could not be dealt with. */
export function parkedQuery() {
  return queryOptions({
    queryKey: ['api', 'admin', 'deposits', 'parked'],
    queryFn: ({ signal }) => adminCall('GET', PATHS.parkedPayments, { signal }),
    ...told(ADMIN_INTERVALS_MS.adminLists),
  });
}

/** As many as a page may have. */
const PARKED_SHOWN = 200;

/** Vaults that the sweep leaves to the owner: the first of them, and how many there are. */
export function parkedVaultsQuery() {
  return queryOptions({
    queryKey: ['api', 'admin', 'vaults', 'parked'],
    queryFn: ({ signal }) =>
      adminPage(PATHS.adminVaults, { query: { parked: 'true', limit: PARKED_SHOWN }, signal }),
    ...told(ADMIN_INTERVALS_MS.adminLists),
  });
}

/** What is supposed in place of what is so; left out where nothing is. */
export interface Supposed {
  readonly sellersPercent?: string;
  readonly solPrice?: string;
  readonly apy?: string;
}

/** What the treasury will have to pay; the one before stays in sight while another is made. */
export function forecastQuery(supposed: Supposed) {
  return queryOptions({
    queryKey: ['api', 'admin', 'payouts', 'forecast', supposed],
    queryFn: ({ signal }) => adminCall('GET', PATHS.adminForecast, { query: supposed, signal }),
    refetchInterval: ADMIN_INTERVALS_MS.adminForecast,
    placeholderData: keepPreviousData,
  });
}
