import { QueryObserver, environmentManager, focusManager } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

import { MINUTE_MS } from '#domain/base/time';

import { queryClient } from '../../kernel/api/query-client.ts';
import { liveFeeQuery } from './use-fee-quote.ts';

test('a fee quote that ended while nobody looked is renewed when the page is looked at again, and not before', async () => {
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
  queryClient.mount();
  const quoted = vi.fn<() => Promise<Response>>(async () => Response.json({ lamports: '1' }));
  vi.stubGlobal('fetch', quoted);
  const leave = new QueryObserver(queryClient, liveFeeQuery('u', '1')).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(8 * MINUTE_MS);
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  const unseen = quoted.mock.calls.length;
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  const seen = quoted.mock.calls.length;
  leave();
  focusManager.setFocused(undefined);
  queryClient.unmount();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  expect([unseen, seen]).toEqual([1, 2]);
});
