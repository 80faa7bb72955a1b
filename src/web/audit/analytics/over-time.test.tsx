import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { transparencyQuery } from '../../kernel/api/reads/treasury-queries.ts';
import { OverTime } from './over-time.tsx';

const point = {
  holdingsUSD: '9',
  liabilitiesUSD: '9',
  stakedLMT: '5.00000000',
  lmtPriceUSDC: '987',
  currentAPY: '1000',
  supply: '9',
};

test('the staked LMT, without rewards, are not called the value that is locked', () => {
  const client = new QueryClient();
  const history = ['2026-01-09T00:00:00.000Z', '2026-01-10T00:00:00.000Z'].map((at) => ({
    at,
    ...point,
  }));
  client.setQueryData(transparencyQuery('7d').queryKey, { history } as never);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <OverTime range="7d" />
    </QueryClientProvider>,
  );
  expect(markup).toContain('Staked LMT');
  expect(markup).not.toContain('Value locked');
});
