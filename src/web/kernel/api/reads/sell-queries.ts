import { queryOptions } from '@tanstack/react-query';

import { PATHS } from '#contract/base/paths';
import type { PriceDetail } from '#contract/terms/prices';

import { call } from '../client.ts';
import { INTERVALS_MS } from '../intervals.ts';

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
