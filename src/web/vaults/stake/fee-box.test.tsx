import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

import type { FeeQuoteJson } from '#contract/vaults/vaults';
import { HOUR_MS } from '#domain/base/time';

import { statusQuery } from '../../kernel/api/queries.ts';
import { FeeBox } from './fee-box.tsx';
import type { StakeOrder } from './use-stake-order.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');

/** Text of the fee box for a quote. */
function announced(amounts: Pick<FeeQuoteJson, 'lamports' | 'feeSOL' | 'credit'>): string {
  const client = new QueryClient();
  const status = { now: new Date(NOW).toISOString(), paused: false };
  client.setQueryData(statusQuery().queryKey, status as never);
  const quote = { ...amounts, expiresAt: new Date(NOW + HOUR_MS).toISOString(), display: null };
  const order = { portfolio: null, checked: { kind: 'right' }, fee: { quote, error: null } };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <FeeBox order={order as unknown as StakeOrder} address="payer" />
    </QueryClientProvider>,
  );
  return /role="status">([^<]*)</.exec(html)?.[1] ?? 'nothing';
}

describe('the fee box', () => {
  test('says that there is no fee while the staking fee is 0%', () => {
    expect(announced({ lamports: '0', feeSOL: '0.000000000', credit: '0' })).toBe('No fee');
  });

  test('says that fee credit covers a fee of which nothing is left to pay', () => {
    const amounts = { lamports: '0', feeSOL: '0.493500000', credit: '500000000' };
    expect(announced(amounts)).toBe('Nothing: your fee credit covers it');
  });
});
