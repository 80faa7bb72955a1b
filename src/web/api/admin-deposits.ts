import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { DepositJson } from '#contract/admin';
import type { BondJson } from '#contract/bonds';
import { PATHS } from '#contract/paths';

import { adminCall, withQuery } from './admin-client.ts';
import { fillPath } from './fill-path.ts';
import { INTERVALS_MS } from './intervals.ts';

/** Payments that are no bond and no fee; those below the least amount of a bond only where asked for. */
export function depositsQuery(withSmall: boolean) {
  const path = withQuery(PATHS.unmatchedDeposits, { small: withSmall ? 'true' : null });
  return queryOptions({
    queryKey: ['api', 'admin', 'deposits', 'unmatched', withSmall],
    queryFn: ({ signal }) => adminCall<DepositJson[]>(path, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: INTERVALS_MS.adminLists,
  });
}

/** Makes a payment a bond of a user. */
export function assignDeposit(
  id: string,
  userId: string,
  reason: string | undefined,
): Promise<BondJson> {
  const path = fillPath(PATHS.assignDeposit, { id });
  return adminCall(path, { method: 'POST', body: { userId, reason } });
}
