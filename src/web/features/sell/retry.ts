import type { SellJson } from '#contract/sells';
import { SELL_RETRY_MS } from '#domain/terms/terms';

/**
 * Until when the user may ask without an open window, because a request was rejected or its payout
 * failed: milliseconds since 1970; null where no such time is running.
 */
export function retryUntil(sells: readonly SellJson[], now: number): number | null {
  const ends = sells.flatMap(({ status, reviewedAt, payout }) => [
    ...(status === 'rejected' && reviewedAt !== null ? [endOf(reviewedAt)] : []),
    ...(payout?.status === 'failed' && payout.settledAt !== null ? [endOf(payout.settledAt)] : []),
  ]);
  const last = Math.max(...ends, 0);
  return last > now ? last : null;
}

function endOf(iso: string): number {
  return Date.parse(iso) + SELL_RETRY_MS;
}
