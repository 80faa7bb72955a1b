import { queryOptions } from '@tanstack/react-query';

import type { BondJson } from '#contract/bonds/bonds';
import { PATHS } from '#contract/base/paths';

import { call } from '../client.ts';
import { INTERVALS_MS } from '../intervals.ts';
import { soonest, toldUntil, untilTime, untold } from '../live/told-until.ts';

/** What a user has. */
export function portfolioQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'portfolio', userId],
    queryFn: ({ signal }) => call('GET', PATHS.portfolio, { params: { userId }, signal }),
    refetchInterval: INTERVALS_MS.portfolio,
  });
}

/** All bonds of a user, newest first; read again when one of them is about to change. */
export function bondsQuery(userId: string) {
  return queryOptions({
    queryKey: ['api', 'bonds', 'user', userId],
    queryFn: ({ signal }) => call('GET', PATHS.userBonds, { params: { userId }, signal }),
    refetchInterval: (query) =>
      toldUntil(query, INTERVALS_MS.bonds, soonest((query.state.data ?? []).map(nextChangeMs))),
    meta: { intervalMs: INTERVALS_MS.bonds },
  });
}

/** When to look at a bond again: soon while its payment is on its way, and when its lock ends. */
function nextChangeMs({
  status,
  claimable,
  bondingEndTime,
  transactionSignature,
}: BondJson): number | null {
  if (status === 'pending') return transactionSignature === null ? null : untold();
  if (status !== 'confirmed' || claimable || bondingEndTime === null) return null;
  return untilTime(bondingEndTime);
}
