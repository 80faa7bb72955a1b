import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { protocolSettingsQuery } from '../kernel/api/queries.ts';
import { PricePill } from './price-pill.tsx';
import { PriceNow } from '../bonds/price-now.tsx';

/** The header and the Bond card above each other, at this price of LMT. */
function drawn(lmtPriceUSDC: string): string {
  const client = new QueryClient();
  const settings = { lmtPriceUSDC, lmtPriceSOL: '5.3338382', weeklyPriceIncrease: '0.015000' };
  client.setQueryData(protocolSettingsQuery().queryKey, settings as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PricePill />
      <PriceNow />
    </QueryClientProvider>,
  );
}

test('one price is the same number wherever a screen shows it', () => {
  const text = drawn('1047.565000').replaceAll(/<[^>]+>/g, '');
  expect(text.match(/1,047\.\d+/g)).toEqual(['1,047.57', '1,047.57']);
});
