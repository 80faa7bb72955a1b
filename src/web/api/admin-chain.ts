import { infiniteQueryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/paths';

import { adminPage } from './admin-client.ts';
import { ADMIN_INTERVALS_MS } from './admin-intervals.ts';

const PAGE = 50;

/** The bonds held against the chain, by user, page by page. */
export function chainAuditQuery() {
  return infiniteQueryOptions({
    queryKey: ['api', 'admin', 'blockchain', 'verify'],
    queryFn: ({ pageParam, signal }) =>
      adminPage(PATHS.adminBlockchainAudit, { query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ADMIN_INTERVALS_MS.adminAudit,
  });
}
