import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, expect, test, vi } from 'vitest';

import { stubStorage } from '#test/web/storage';

import { bondQuoteQuery } from '../api/reads/bond-queries.ts';
import { queryClient } from '../api/query-client.ts';
import { dueOf } from './due.ts';

// The next file of this worker would find them.
afterAll(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a bond that is tried again leaves the form with the quote that holds, not the one that it ended', async () => {
  let made = 0;
  vi.stubGlobal('fetch', async () => {
    made += 1;
    return Response.json({ quoteId: `q${made}`, amount: '1.000000000', lmtAmount: '0.20000000' });
  });
  const form = new QueryObserver(queryClient, bondQuoteQuery('u', 'SOL', '1'));
  const leave = form.subscribe(() => undefined);
  await vi.waitFor(() => expect(form.getCurrentResult().data?.quoteId).toBe('q1'));
  const wallet = { walletAddress: 'w', walletName: 'Test', userId: 'u' };
  const order = { purpose: 'bond', tokenType: 'SOL', amount: '1', expected: '0.2' } as const;
  const { about } = await dueOf({ ...wallet, ...order, quote: null });
  expect(about).toMatchObject({ quoteId: 'q2' });
  expect(form.getCurrentResult().data?.quoteId).toBe('q2');
  leave();
});

test('a bond whose quote another tab has ended is quoted anew', async () => {
  stubStorage();
  let made = 0;
  vi.stubGlobal('fetch', async () => {
    made += 1;
    return Response.json({ quoteId: `t${made}`, amount: '3.000000000', lmtAmount: '0.60000000' });
  });
  const quote = await queryClient.fetchQuery(bondQuoteQuery('u', 'SOL', '3'));
  const wallet = { walletAddress: 'w', walletName: 'Test', userId: 'u' };
  const order = { purpose: 'bond', tokenType: 'SOL', amount: '3', expected: '0.6' } as const;
  const due = () => dueOf({ ...wallet, ...order, quote });
  expect((await due()).about).toMatchObject({ quoteId: 't1' });
  // A cache of its own, and the browser's storage in common.
  await new QueryClient().fetchQuery(bondQuoteQuery('u', 'SOL', '4'));
  expect((await due()).about).toMatchObject({ quoteId: 't3' });
});
