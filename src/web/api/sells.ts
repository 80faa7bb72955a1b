import { queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/paths';
import type { SellJson, sellLmt } from '#contract/sells';

import type { BodyOf } from './answer-of.ts';
import { call } from './client.ts';
import { fillPath } from './fill-path.ts';
import { INTERVALS_MS } from './intervals.ts';

/** Asks for LMT to be sold; the same key gives the same request, however often it is sent. */
export function requestSell(
  body: BodyOf<typeof sellLmt>,
  idempotencyKey: string,
): Promise<SellJson> {
  const headers = { 'idempotency-key': idempotencyKey };
  return call(PATHS.sell, { method: 'POST', body, headers });
}

/** Takes a pending request back: its LMT returns. */
export function cancelSell(id: string, idempotencyKey: string): Promise<SellJson> {
  const headers = { 'idempotency-key': idempotencyKey };
  return call(fillPath(PATHS.sellVerification, { id }), { method: 'DELETE', headers });
}

/** A market price in USD, and how it was come by. */
export interface MarketPrice {
  readonly price: number;
  readonly source: 'feed' | 'last-known' | 'fallback' | 'static' | 'protocol';
}

/** The SOL price that a payout in SOL is computed with; null where none is known. */
export function solPriceQuery() {
  return queryOptions({
    queryKey: ['api', 'prices', 'SOL', 'detail'],
    queryFn: async ({ signal }) => {
      const path = `${fillPath(PATHS.prices, { symbols: 'SOL' })}?detail=true`;
      return (await call<Record<string, MarketPrice>>(path, { signal }))['SOL'] ?? null;
    },
    refetchInterval: INTERVALS_MS.prices,
  });
}
