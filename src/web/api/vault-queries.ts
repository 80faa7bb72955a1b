import { queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/paths';
import type { Analytics, HistoryJson } from '#contract/portfolio';
import type { EligibilityJson, SellJson } from '#contract/sells';
import type { FeeQuoteJson, StakeJson } from '#contract/stakes';

import { call } from './client.ts';
import { fillPath } from './fill-path.ts';
import { INTERVALS_MS } from './intervals.ts';

/** All stakes of a user, newest first. */
export function stakesQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'stakes', 'user', userId],
    queryFn: ({ signal }) => call<StakeJson[]>(fillPath(PATHS.userStakes, { userId }), { signal }),
    refetchInterval: INTERVALS_MS.stakes,
  });
}

/** The staking fee for an amount that can be staked. */
export function feeQuoteQuery(userId: string, amount: string) {
  return queryOptions({
    queryKey: ['api', 'stakes', 'fee-quote', userId, amount],
    queryFn: ({ signal }) =>
      call<FeeQuoteJson>(`${PATHS.feeQuote}?amount=${encodeURIComponent(amount)}`, { signal }),
    gcTime: 0,
  });
}

/** All sell requests of a user, newest first. */
export function sellsQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'sell-verifications', 'user', userId],
    queryFn: ({ signal }) => call<SellJson[]>(fillPath(PATHS.userSells, { userId }), { signal }),
    refetchInterval: INTERVALS_MS.sells,
  });
}

/** Whether a user may sell now, why not, and how much. */
export function eligibilityQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'lmt', 'sell', 'eligibility', userId],
    queryFn: ({ signal }) =>
      call<EligibilityJson>(fillPath(PATHS.sellEligibility, { userId }), { signal }),
    refetchInterval: INTERVALS_MS.sells,
  });
}

/** Everything a user did, with totals. */
export function historyQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'transactions', 'history', userId],
    queryFn: ({ signal }) => call<HistoryJson>(fillPath(PATHS.history, { userId }), { signal }),
    refetchInterval: INTERVALS_MS.history,
  });
}

/** What a user's cycles really gave. */
export function analyticsQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'portfolio', 'analytics', userId],
    queryFn: ({ signal }) => call<Analytics>(fillPath(PATHS.analytics, { userId }), { signal }),
    refetchInterval: INTERVALS_MS.history,
  });
}
