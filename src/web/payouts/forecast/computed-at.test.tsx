import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { solPriceQuery } from '../../kernel/api/reads/sell-queries.ts';
import { ComputedAt } from './computed-at.tsx';

type Source = 'feed' | 'fallback' | 'last-known';

/** What is said of a forecast that rests on a SOL price of this source, or on a supposed one. */
function drawn(source: Source, solPrice: string | null): string {
  const client = new QueryClient();
  client.setQueryData(solPriceQuery().queryKey, { price: 200, source, ageMs: null } as never);
  const whatIf = { solPrice } as never;
  const forecast = { computedAt: '2026-01-09T09:15:00.000Z', whatIf };
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ComputedAt forecast={forecast} />
    </QueryClientProvider>,
  );
}

test('a forecast on a stand-in for the SOL price says so', () => {
  expect(drawn('fallback', null)).toContain('Fallback price');
  expect(drawn('last-known', null)).toContain('Last known price');
  expect(drawn('feed', null)).not.toMatch(/price/i);
  expect(drawn('fallback', '150')).not.toMatch(/price/i);
});
