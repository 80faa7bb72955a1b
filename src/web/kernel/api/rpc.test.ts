import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from './api-error.ts';
import { rpc } from './rpc.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A node that is too busy for the first calls; tells when each came. */
function busyFor(calls: number, status = 429, headers: Record<string, string> = {}): number[] {
  const cameAt: number[] = [];
  const start = Date.now();
  vi.stubGlobal('fetch', () => {
    cameAt.push(Date.now() - start);
    const isBusy = cameAt.length <= calls;
    return Promise.resolve(
      isBusy ? new Response('busy', { status, headers }) : Response.json({ result: 'done' }),
    );
  });
  return cameAt;
}

test('asks a busy node five times more, after half a second and twice as long each time', async () => {
  const cameAt = busyFor(5);
  const answer = rpc<string>('getHealth', []);
  await vi.runAllTimersAsync();
  expect(await answer).toBe('done');
  expect(cameAt).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500]);
});

test('gives up on a node that stays busy', async () => {
  const cameAt = busyFor(6);
  const failed = rpc('getHealth', []).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await failed).toBeInstanceOf(ApiError);
  expect(cameAt).toHaveLength(6);
});

test.each([502, 503, 504])(
  'asks again after a %d, which says nothing of the chain',
  async (status) => {
    const cameAt = busyFor(1, status);
    const answer = rpc<string>('sendTransaction', ['AAAA']);
    await vi.runAllTimersAsync();
    expect(await answer).toBe('done');
    expect(cameAt).toEqual([0, 500]);
  },
);

test.each([429, 502, 503, 504])(
  'a provider that stays away by a %d is a network that is not reached, in whatever words',
  async (status) => {
    const error = { code: -32_000, message: 'The network cannot be reached' };
    const body = JSON.stringify({ jsonrpc: '2.0', error, id: 1 });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
    const failed = rpc('getLatestBlockhash', []).catch((caught: unknown) => caught);
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ name: 'ApiError', code: 'NETWORK', status: 0 });
  },
);

test('waits as long as it is asked to, ten seconds at most', async () => {
  const cameAt = busyFor(1, 429, { 'retry-after': '3' });
  void rpc('getBalance', []);
  await vi.runAllTimersAsync();
  expect(cameAt).toEqual([0, 3_000]);
  const later = busyFor(1, 429, { 'retry-after': '600' });
  void rpc('getBalance', []);
  await vi.runAllTimersAsync();
  expect(later).toEqual([0, 10_000]);
});
