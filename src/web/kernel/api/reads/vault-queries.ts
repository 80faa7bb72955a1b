import { queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/base/paths';
import type { EligibilityJson } from '#contract/sells/sells';
import type { StakeJson } from '#contract/vaults/vaults';

import { call } from '../client.ts';
import { INTERVALS_MS } from '../intervals.ts';
import { told } from '../live/stream.ts';
import { hasComeSince, soonest, toldUntil, untilTime, untold } from '../live/told-until.ts';

/** All stakes of a user, newest first; read again when one of them is about to change. */
export function stakesQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'stakes', 'user', userId],
    queryFn: ({ signal }) => call('GET', PATHS.userStakes, { params: { userId }, signal }),
    refetchInterval: (query) =>
      toldUntil(query, INTERVALS_MS.stakes, soonest((query.state.data ?? []).map(nextChangeMs))),
    meta: { intervalMs: INTERVALS_MS.stakes },
  });
}

/** When to look at a vault again: when its phase ends, and soon while its fee is not final. */
function nextChangeMs(stake: StakeJson): number | null {
  const { phase, feeFinalized, vestingEndTime, vaultEndTime, restakeWindowEndTime } = stake;
  if (phase === 'completed') return null;
  if (phase === 'ready') return feeFinalized ? null : untold();
  const ends = { vesting: vestingEndTime, running: vaultEndTime, window: restakeWindowEndTime };
  return untilTime(ends[phase] ?? '');
}

/** The staking fee for an amount that can be staked. */
export function feeQuoteQuery(userId: string, amount: string) {
  return queryOptions({
    queryKey: ['api', 'stakes', 'fee-quote', userId, amount],
    queryFn: ({ signal }) => call('GET', PATHS.feeQuote, { query: { amount }, signal }),
    gcTime: 0,
  });
}

/** All sell requests of a user, newest first. */
export function sellsQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'sell-verifications', 'user', userId],
    queryFn: ({ signal }) => call('GET', PATHS.userSells, { params: { userId }, signal }),
    ...told(INTERVALS_MS.sells),
  });
}

/** Whether a user may sell now, why not, and how much; read again when time alone changes it. */
export function eligibilityQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'lmt', 'sell', 'eligibility', userId],
    queryFn: ({ signal }) => call('GET', PATHS.sellEligibility, { params: { userId }, signal }),
    refetchInterval: (query) =>
      toldUntil(query, INTERVALS_MS.sells, soonest(changesOf(query.state.data).map(untilTime))),
    // A timer that ends in a hidden tab reads nothing.
    refetchOnWindowFocus: (query) =>
      changesOf(query.state.data).some((at) => hasComeSince(query, at)) && 'always',
    meta: { intervalMs: INTERVALS_MS.sells },
  });
}

/** When time alone changes whether a user may sell. */
function changesOf({
  possibleAt = null,
  resetsAt = null,
}: Partial<EligibilityJson> = {}): string[] {
  return [possibleAt, resetsAt].filter((at) => at !== null);
}

/** Everything a user did, with totals. */
export function historyQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'transactions', 'history', userId],
    queryFn: ({ signal }) => call('GET', PATHS.history, { params: { userId }, signal }),
    ...told(INTERVALS_MS.history),
  });
}

/** What a user's cycles really gave. */
export function analyticsQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'portfolio', 'analytics', userId],
    queryFn: ({ signal }) => call('GET', PATHS.analytics, { params: { userId }, signal }),
    ...told(INTERVALS_MS.history),
  });
}
