import { queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/paths';
import type { SellJson } from '#contract/sells';

import { adminCall, adminPage } from './admin-client.ts';
import { INTERVALS_MS } from './intervals.ts';

const PAGE = 50;

/** One request, read often until its payout is final. */
export function sellQuery(id: string) {
  return queryOptions({
    queryKey: ['api', 'admin', 'sell-verifications', 'one', id],
    queryFn: async ({ signal }): Promise<SellJson | null> => {
      const query = { search: id, limit: 1 };
      const { all } = await adminCall('GET', PATHS.adminSells, { query, signal });
      return all.find((sell) => sell.id === id) ?? null;
    },
    refetchInterval: ({ state }) =>
      isUnderWay(state.data) ? INTERVALS_MS.unsettledBonds : INTERVALS_MS.adminSells,
  });
}

/** Whether a request is approved and not paid for good. */
export function isUnderWay(sell: SellJson | null | undefined): boolean {
  return sell?.status === 'approved' && sell.payout?.status !== 'finalized';
}

/** Which of all requests. */
export interface SellFilter {
  readonly search: string | null;
  readonly status: SellJson['status'] | null;
}

interface SellPage {
  readonly sells: readonly SellJson[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** A page of all requests, newest first. */
export async function sellsPage(
  filter: SellFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<SellPage> {
  const query = { ...filter, limit: PAGE, cursor };
  const { body, total } = await adminPage(PATHS.adminSells, { query, signal });
  return { sells: body.all, total, nextCursor: body.nextCursor };
}

/** Rejects a request: its LMT return. */
export function rejectSell(id: string, notes: string) {
  return adminCall('POST', PATHS.rejectSell, { params: { id }, body: { notes } });
}
