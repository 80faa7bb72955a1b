import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { protocolSettingsQuery } from '../api/queries.ts';
import { solPriceQuery } from '../api/reads/sell-queries.ts';
import { Worth } from './worth.tsx';

/** What one of a token is said to be worth at a SOL price of this source. */
function drawn(token: 'SOL' | 'LMT', source: string): string {
  const client = new QueryClient();
  client.setQueryData(solPriceQuery().queryKey, { price: 200, source, ageMs: null } as never);
  client.setQueryData(protocolSettingsQuery().queryKey, { lmtPriceUSDC: '987.000000' } as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Worth token={token} amount="1" />
    </QueryClientProvider>,
  );
}

test('a worth that rests on a stand-in for the SOL price says so', () => {
  expect(drawn('SOL', 'fallback')).toMatch(/200\.00.*Fallback price/);
  expect(drawn('SOL', 'last-known')).toMatch(/200\.00.*Last known price/);
  expect(drawn('SOL', 'feed')).not.toMatch(/price/i);
  expect(drawn('LMT', 'fallback')).not.toMatch(/price/i);
});
