import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { lmt } from '#domain/base/money';
import { stakeOf } from '#test/web/builders';

import { protocolSettingsQuery } from '../../kernel/api/queries.ts';
import { solPriceQuery } from '../../kernel/api/reads/sell-queries.ts';
import { checkUnstake } from './check-unstake.ts';
import { UnstakeInput } from './unstake-input.tsx';

const window = { withdrawable: '2.50000000', withdrawalFee: null } as never;

/** The form with an amount typed, at 1,000 USD for an LMT. */
function drawn(typed: string): string {
  const client = new QueryClient();
  const price = { price: 200, source: 'feed', ageMs: null };
  client.setQueryData(solPriceQuery().queryKey, price as never);
  client.setQueryData(protocolSettingsQuery().queryKey, { lmtPriceUSDC: '1000.000000' } as never);
  const checked = checkUnstake(typed, lmt(250_000_000n));
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <UnstakeInput
        {...{ stake: stakeOf({ window }), typed, checked }}
        onType={() => undefined}
        onProceed={() => undefined}
      />
    </QueryClientProvider>,
  );
}

test.each(['0.5', '.5', '0.50'])('%s LMT is told with its worth', (typed) => {
  expect(drawn(typed)).toContain('$500.00');
});

test('what can not be unstaked is told without a worth', () => {
  expect(drawn('3')).not.toContain('$3,000.00');
});
