import { QueryObserver } from '@tanstack/react-query';
import { afterAll, expect, test, vi } from 'vitest';

import { bondQuoteQuery } from '../../api/bonds.ts';
import { queryClient } from '../../api/query-client.ts';
import { dueOf } from './due.ts';

// The next file of this worker would find them.
afterAll(() => vi.unstubAllGlobals());

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
