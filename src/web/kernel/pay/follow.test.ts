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

/** Follows a payment at a node that gives these answers; tells how often it was sent. */
async function sentAt(answers: {
  readonly status: () => Response;
  readonly send: () => Response;
  readonly transaction?: string | null;
}) {
  let sends = 0;
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method } = JSON.parse(body) as { method: string };
    if (method === 'getSignatureStatuses') return answers.status();
    if (method === 'getBlockHeight') return Response.json({ result: 1 });
    sends += 1;
    return answers.send();
  });
  const { transaction = 'wire' } = answers;
  const outcome = follow({ ...PAYMENT, transaction } as Parameters<typeof follow>[0], () => {});
  await vi.runAllTimersAsync();
  return { outcome: await outcome, sends };
}

const statusOf = (status: object | null) => Response.json({ result: { value: [status] } });
const down = () => Response.json({ error: { code: -32_005, message: 'Node is behind' } });
const accept = () => Response.json({ result: 'sent' });

test('a payment that could not be handed over for two minutes was not sent', async () => {
  expect(await sentAt({ status: down, send: accept })).toEqual({ outcome: 'unsent', sends: 0 });
  const refused = await sentAt({ status: () => statusOf(null), send: down });
  expect(refused.outcome).toBe('unsent');
});

test('a payment that a node or the wallet has taken may land, though it was not seen for two minutes', async () => {
  const taken = await sentAt({ status: () => statusOf(null), send: accept });
  expect(taken.outcome).toBe('unknown');
  const byWallet = await sentAt({ status: down, send: accept, transaction: null });
  expect(byWallet).toEqual({ outcome: 'unknown', sends: 0 });
});

test('a network that is back after two minutes is asked and handed the payment once more', async () => {
  const start = Date.now();
  const isBack = () => Date.now() - start >= 120_000;
  const back = (status: object | null) => () => (isBack() ? statusOf(status) : down());
  expect(await sentAt({ status: back(CONFIRMED), send: accept })).toEqual({
    outcome: 'confirmed',
    sends: 0,
  });
});

test('a payment that only the last try hands over may land', async () => {
  const start = Date.now();
  const status = () => (Date.now() - start >= 120_000 ? statusOf(null) : down());
  expect(await sentAt({ status, send: accept })).toEqual({ outcome: 'unknown', sends: 1 });
});
