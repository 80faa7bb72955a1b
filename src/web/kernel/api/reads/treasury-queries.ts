import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/base/paths';
import type { Transparency } from '#contract/treasury/treasury';

import { call } from '../client.ts';
import { INTERVALS_MS } from '../intervals.ts';

/** APY and daily revenue as they are now. */
export function treasuryStatsQuery() {
  return queryOptions({
    queryKey: ['api', 'treasury', 'stats'],
    queryFn: ({ signal }) => call('GET', PATHS.treasuryStats, { signal }),
    refetchInterval: INTERVALS_MS.treasuryStats,
  });
}

/** What backs the protocol, asset by asset. */
export function holdingsQuery() {
  return queryOptions({
    queryKey: ['api', 'treasury', 'holdings'],
    queryFn: ({ signal }) => call('GET', PATHS.treasuryHoldings, { signal }),
    refetchInterval: INTERVALS_MS.holdings,
  });
}

/** What is owed and held, over a range of time; what was read last stays in sight while another range is read. */
export function transparencyQuery(range: Transparency['range']) {
  return queryOptions({
    queryKey: ['api', 'treasury', 'transparency', range],
    queryFn: ({ signal }) => call('GET', PATHS.transparency, { query: { range }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: INTERVALS_MS.transparency,
  });
}
