import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { bondTexts } from './bond-texts.ts';
import { payTexts } from '../kernel/pay/pay-texts.ts';
import { Preview } from './preview.tsx';

/** What is said of the price's lock, of an amount that is right. */
function saidOf(live: object): string | undefined {
  const order = { checked: { kind: 'right' }, lmtAmount: '1.0', live };
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Preview order={order as never} token="SOL" payer="w" />
    </QueryClientProvider>,
  );
  return /<span role="status">([^<]*)</.exec(markup)?.[1];
}

const { preview } = bondTexts;

test('while another tab pays, the form says why its price is not locked, and says no more of it', () => {
  const said = `${preview.unlocked}: ${payTexts.otherTab}`;
  expect(saidOf({ quote: null, isLocking: false, error: null })).toBe(said);
  expect(saidOf({ quote: null, isLocking: true, error: null })).toBe(said);
  expect(saidOf({ quote: undefined, isLocking: true, error: null })).toBe(preview.locking);
});
