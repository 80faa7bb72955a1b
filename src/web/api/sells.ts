import { queryOptions } from '@tanstack/react-query';

import type { BodyOf } from '#contract/api';
import { PATHS } from '#contract/paths';
import type { PriceDetail } from '#contract/prices';
import type { sellLmt } from '#contract/sells';

import { call } from './client.ts';
import { INTERVALS_MS } from './intervals.ts';

/** Asks for LMT to be sold; the same key gives the same request, however often it is sent. */
export function requestSell(body: BodyOf<typeof sellLmt>, idempotencyKey: string) {
  return call('POST', PATHS.sell, { body, idempotencyKey });
}

/** Takes a pending request back: its LMT returns. */
export function cancelSell(id: string, idempotencyKey: string) {
  return call('DELETE', PATHS.sellVerification, { params: { id }, idempotencyKey });
}

/** The SOL price that a payout in SOL is computed with; null where none is known. */
export function solPriceQuery() {
  return queryOptions({
    queryKey: ['api', 'prices', 'SOL', 'detail'],
    queryFn: async ({ signal }): Promise<PriceDetail | null> => {
      const asked = { params: { symbols: 'SOL' }, query: { detail: 'true' }, signal } as const;
      const price = (await call('GET', PATHS.prices, asked))['SOL'];
      return typeof price === 'object' ? price : null;
    },
    refetchInterval: INTERVALS_MS.prices,
  });
}
