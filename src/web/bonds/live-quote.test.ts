import { QueryObserver, environmentManager, focusManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { MINUTE_MS } from '#domain/base/time';

import { queryClient, refreshAll } from '../kernel/api/query-client.ts';
import { dueOf } from '../kernel/pay/due.ts';
import { withPaymentLock } from '../kernel/pay/lock.ts';
import { liveQuoteQuery } from './live-quote.ts';

const WALLET = 'wallet';
const LOCK = `lmt-payment-${WALLET}`;
/** The names of what this tab or another holds. */
let held: Set<string>;
let quotes: number;
let isDown: boolean;
let leave: () => void;

beforeEach(() => {
  // Else nothing is repeated by a clock.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
  queryClient.mount();
  held = new Set();
  quotes = 0;
  isDown = false;
  const request = async (name: string, _: object, work: (lock: object) => Promise<unknown>) => {
    held.add(name);
    return work({}).finally(() => held.delete(name));
  };
  const query = async () => ({ held: [...held].map((name) => ({ name })) });
  vi.stubGlobal('navigator', { locks: { request, query } });
  vi.stubGlobal('fetch', async () => {
    quotes += 1;
    if (isDown) return Response.json({ error: 'down' }, { status: 503 });
    return Response.json({ quoteId: `q${quotes}`, amount: '1', lmtAmount: '0.2' });
  });
});
afterEach(() => {
  leave();
  focusManager.setFocused(undefined);
  queryClient.unmount();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The form as it stands open with an amount; gives what it knows of the quote. */
function open() {
  const asked = { userId: 'u', token: 'SOL', amount: '1', walletAddress: WALLET } as const;
  const observer = new QueryObserver(queryClient, liveQuoteQuery(asked));
  leave = observer.subscribe(() => undefined);
  return () => observer.getCurrentResult();
}

test('no quote is asked for while another tab pays, which it would end, and one as soon as it has', async () => {
  held.add(LOCK);
  open();
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(quotes).toBe(0);
  held.delete(LOCK);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(quotes).toBe(1);
});

test('reading everything again ends while another tab pays, and the form knows that it does', async () => {
  held.add(LOCK);
  const quote = open();
  await vi.advanceTimersByTimeAsync(1_000);
  const read = vi.fn<() => void>();
  void refreshAll().then(read);
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toHaveBeenCalledOnce();
  expect(quote()).toMatchObject({ data: null, error: null });
});

test('the quote that failed after another tab had paid is not asked for every second', async () => {
  held.add(LOCK);
  const quote = open();
  await vi.advanceTimersByTimeAsync(2_000);
  held.delete(LOCK);
  isDown = true;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(quotes).toBe(1);
  expect(quote().isError).toBe(true);
});

test('the payment of this tab waits for no other', async () => {
  held.add(LOCK);
  open();
  await vi.advanceTimersByTimeAsync(10_000);
  held.delete(LOCK);
  const wallet = { walletAddress: WALLET, walletName: 'Test', userId: 'u' };
  const order = { purpose: 'bond', tokenType: 'SOL', amount: '1', expected: '0.2' } as const;
  const paid = vi.fn<() => void>();
  void withPaymentLock(WALLET, async () => {
    await dueOf({ ...wallet, ...order, quote: null });
    paid();
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(paid).toHaveBeenCalledOnce();
});

test('a quote that ended while nobody looked is renewed when the page is looked at again, and not before', async () => {
  open();
  await vi.advanceTimersByTimeAsync(8 * MINUTE_MS);
  expect(quotes).toBe(1);
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  expect(quotes).toBe(1);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(quotes).toBe(2);
});
