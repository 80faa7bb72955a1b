import { infiniteQueryOptions } from '@tanstack/react-query';

import type { BlockchainAuditJson } from '#contract/admin-blockchain';
import { PATHS } from '#contract/paths';

import { adminSend, withQuery } from './admin-client.ts';
import { INTERVALS_MS } from './intervals.ts';

const PAGE = 50;

/** A page of the bonds held against the chain, how many users there are, and where the next begins. */
export interface ChainPage {
  readonly audit: BlockchainAuditJson;
  readonly total: number;
  readonly nextCursor: string | null;
}

/** The bonds held against the chain, by user, page by page. */
export function chainAuditQuery() {
  return infiniteQueryOptions({
    queryKey: ['api', 'admin', 'blockchain', 'verify'],
    queryFn: async ({ pageParam, signal }): Promise<ChainPage> => {
      const path = withQuery(PATHS.adminBlockchainAudit, { limit: PAGE, cursor: pageParam });
      const response = await adminSend(path, { signal });
      return {
        audit: (await response.json()) as BlockchainAuditJson,
        total: Number(response.headers.get('x-total-count') ?? 0),
        nextCursor: response.headers.get('x-next-cursor'),
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: INTERVALS_MS.adminAudit,
  });
}
