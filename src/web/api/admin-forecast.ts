import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/paths';

import { adminCall } from './admin-client.ts';
import { ADMIN_INTERVALS_MS } from './admin-intervals.ts';

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
