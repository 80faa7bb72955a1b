import { PATHS } from '#contract/paths';
import type { SellJson } from '#contract/sells';

import { type Page, adminCall, adminPage } from './admin-client.ts';

const PAGE = 50;

/** Whether a request is approved and not paid for good. */
export function isUnderWay(sell: SellJson): boolean {
  return sell.status === 'approved' && sell.payout?.status !== 'finalized';
}

/** Which of all requests. */
export interface SellFilter {
  readonly search: string | null;
  readonly status: SellJson['status'] | null;
}

/** A page of all requests, newest first. */
export async function sellsPage(
  filter: SellFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page<readonly SellJson[]>> {
  const query = { ...filter, limit: PAGE, cursor };
  const { body, total } = await adminPage(PATHS.adminSells, { query, signal });
  return { body: body.all, total, nextCursor: body.nextCursor };
}

/** Rejects a request: its LMT return. */
export function rejectSell(id: string, notes: string) {
  return adminCall('POST', PATHS.rejectSell, { params: { id }, body: { notes } });
}
