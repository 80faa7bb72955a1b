import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/paths';

import { adminCall } from './admin-client.ts';
import { ADMIN_INTERVALS_MS } from './admin-intervals.ts';
import { told } from './live/stream.ts';

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

/** Lists the payments of a transaction that the watcher never took. */
export function listPayment(signature: string, reason: string | undefined) {
  return adminCall('POST', PATHS.adminDeposits, { body: { signature, reason } });
}

/** Makes a payment a bond of a user. */
export function assignDeposit(id: string, userId: string, reason: string | undefined) {
  return adminCall('POST', PATHS.assignDeposit, { params: { id }, body: { userId, reason } });
}
