import { queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/base/paths';

import { addressOf } from '../address-of.ts';
import { call } from '../client.ts';
import { INTERVALS_MS } from '../intervals.ts';

/** The days that have a proof, newest first. */
export function proofDaysQuery() {
  return queryOptions({
    queryKey: ['api', 'treasury', 'proof', 'days'],
    queryFn: ({ signal }) => call('GET', PATHS.proofs, { signal }),
    refetchInterval: INTERVALS_MS.transparency,
  });
}

/** A day's proof as it came: the page that checks it believes nothing of it. */
export function proofDayQuery(day: string) {
  return queryOptions({
    queryKey: ['api', 'treasury', 'proof', day],
    queryFn: async ({ signal }): Promise<unknown> =>
      call('GET', PATHS.proof, { params: { day }, signal }),
    // Its anchor comes after it.
    refetchInterval: INTERVALS_MS.transparency,
  });
}

/** The newest day's proof, read past what a browser has kept of it; null where no day has one. */
export function newestProofQuery() {
  return queryOptions({
    queryKey: ['api', 'treasury', 'proof', 'newest'],
    queryFn: async ({ signal }) => {
      const asked = { signal, headers: { 'cache-control': 'no-cache' } };
      const [day] = (await call('GET', PATHS.proofs, asked)).days;
      return day === undefined ? null : call('GET', PATHS.proof, { ...asked, params: { day } });
    },
    refetchInterval: INTERVALS_MS.transparency,
  });
}

/** The user's own leaves of a day, as they came. */
export function myProofQuery(userId: string, day: string) {
  return queryOptions({
    queryKey: ['api', 'proof', userId, day],
    queryFn: async ({ signal }): Promise<unknown> =>
      call('GET', PATHS.myProof, { params: { day }, signal }),
  });
}

/** Where a day's leaves are read from. */
export const leavesAddress = (day: string): string =>
  addressOf(PATHS.proofLeaves, { params: { day } });
