import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { follow } from './follow.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const END = 150;
const PAYMENT = { signature: 'sent', transaction: 'wire', lastValidBlockHeight: END };
const CONFIRMED = { err: null, confirmationStatus: 'confirmed' };

interface Look {
  readonly searchesHistory: boolean;
}

/** Follows a payment at a node that knows this of it at each look; tells which looks searched its history. */
async function followed(statusAt: (look: Look, at: number) => object | null, height = 1) {
  const looks: boolean[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] };
    if (method !== 'getSignatureStatuses') return Response.json({ result: height });
    const { searchTransactionHistory } = params[1] as { searchTransactionHistory: boolean };
    looks.push(searchTransactionHistory);
    const status = statusAt({ searchesHistory: searchTransactionHistory }, looks.length);
    return Response.json({ result: { value: [status] } });
  });
  const outcome = follow(PAYMENT as Parameters<typeof follow>[0], () => undefined);
  await vi.runAllTimersAsync();
  return { outcome: await outcome, looks };
}

test('a payment is looked for in the node’s history once, and then among the newest alone', async () => {
  const { outcome, looks } = await followed((_, at) => (at < 5 ? null : CONFIRMED));
  expect(outcome).toBe('confirmed');
  expect(looks).toEqual([true, false, false, false, false]);
});

test('nothing has expired that the history still knows', async () => {
  const known = await followed(
    ({ searchesHistory }, at) => (searchesHistory && at > 1 ? CONFIRMED : null),
    END + 1,
  );
  expect(known).toEqual({ outcome: 'confirmed', looks: [true, true] });
  const unknown = await followed(() => null, END + 1);
  expect(unknown).toEqual({ outcome: 'expired', looks: [true, true] });
});

test('a payment is looked for once a second, for two minutes', async () => {
  const { outcome, looks } = await followed(() => ({ err: null, confirmationStatus: 'processed' }));
  expect(outcome).toBe('unknown');
  expect(looks).toHaveLength(120);
});
