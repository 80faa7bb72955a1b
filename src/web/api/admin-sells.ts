import { queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/paths';
import type { SellJson } from '#contract/sells';

import { adminCall, adminSend, withQuery } from './admin-client.ts';
import type { AllSells } from './admin-queries.ts';
import { fillPath } from './fill-path.ts';
import { INTERVALS_MS } from './intervals.ts';

const PAGE = 50;

/** One request, read often until its payout is final. */
export function sellQuery(id: string) {
  return queryOptions({
    queryKey: ['api', 'admin', 'sell-verifications', 'one', id],
    queryFn: async ({ signal }): Promise<SellJson | null> => {
      const path = withQuery(PATHS.adminSells, { search: id, limit: 1 });
      const { all } = await adminCall<AllSells>(path, { signal });
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
  const path = withQuery(PATHS.adminSells, { ...filter, limit: PAGE, cursor });
  const response = await adminSend(path, { signal });
  const { all, nextCursor } = (await response.json()) as AllSells;
  const total = Number(response.headers.get('x-total-count') ?? all.length);
  return { sells: all, total, nextCursor };
}

/** Rejects a request: its LMT return. */
export function rejectSell(id: string, notes: string): Promise<SellJson> {
  return adminCall(fillPath(PATHS.rejectSell, { id }), { method: 'POST', body: { notes } });
}
