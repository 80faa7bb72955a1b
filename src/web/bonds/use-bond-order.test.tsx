import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { BondQuote } from '#contract/bonds/bonds';
import { WALLET as wallet } from '#test/web/wallet';

import { bondQuoteQuery } from '../kernel/api/reads/bond-queries.ts';
import { statusQuery } from '../kernel/api/queries.ts';
import { queryClient } from '../kernel/api/query-client.ts';
import * as begin from '../kernel/pay/begin.ts';
import { blankProgress, showProgress } from '../kernel/pay/progress.ts';
import { setWalletState } from '../kernel/wallet/state.ts';
import { type BondOrder, useBondOrder } from './use-bond-order.ts';

const { queryKey } = bondQuoteQuery('user', 'SOL', '1');

let client: QueryClient;

beforeEach(() => {
  // Other test files share the app's client: its status would tell this test another time.
  queryClient.clear();
  client = new QueryClient();
  const now = Date.now();
  client.setQueryData(statusQuery().queryKey, { now: new Date(now).toISOString() } as never);
  const expiresAt = new Date(now + 600_000).toISOString();
  const quote = { quoteId: 'q1', amount: '1', lmtAmount: '0.2', expiresAt } as BondQuote;
  client.setQueryData(queryKey, quote);
  setWalletState(wallet);
});
afterEach(() => {
  showProgress(null);
  setWalletState({ phase: 'disconnected' });
  client.clear();
});

/** Tells what the form knows of a bond of 1 SOL. */
function Form({ tell }: { readonly tell: (order: BondOrder) => void }) {
  tell(useBondOrder({ wallet, userId: 'user', token: 'SOL', typed: '1' }));
  return null;
}

function formOrder(): BondOrder {
  const tell = vi.fn<(order: BondOrder) => void>();
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Form tell={tell} />
    </QueryClientProvider>,
  );
  return tell.mock.lastCall![0];
}

test('a bond takes the form’s quote, but none that a new one is about to end', async () => {
  const began = vi.spyOn(begin, 'beginPayment').mockResolvedValue();
  formOrder().start();
  expect(began).toHaveBeenLastCalledWith(
    expect.objectContaining({ expected: '0.2', quote: expect.objectContaining({ quoteId: 'q1' }) }),
  );
  let answer: (quote: null) => void = () => undefined;
  const queryFn = () => new Promise<null>((resolve) => (answer = resolve));
  const renewed = client.fetchQuery<unknown>({ queryKey, queryFn });
  formOrder().start();
  answer(null);
  await renewed;
  expect(began).toHaveBeenLastCalledWith(expect.objectContaining({ expected: '0.2', quote: null }));
});

test('the signature of an earlier payment does not empty the form, that of its own does', () => {
  const facts = { walletAddress: 'wallet', walletName: 'Test', amount: '1', lmtAmount: '0.2' };
  const signed = { ...blankProgress, ...facts, signature: 'signed' };
  const show = (isResumed: boolean) =>
    showProgress({ ...signed, purpose: 'bond', tokenType: 'SOL', isResumed });
  show(true);
  expect(formOrder().signature).toBe(null);
  show(false);
  expect(formOrder().signature).toBe('signed');
});

test('the signature of a stake does not empty the form of bonds', () => {
  const facts = { walletAddress: 'wallet', walletName: 'Test', amount: '1', lmtAmount: '0.2' };
  const stake = { ...blankProgress, ...facts, purpose: 'stake', tokenType: 'SOL' } as const;
  showProgress({ ...stake, signature: 'signed' });
  expect(formOrder().signature).toBe(null);
});
